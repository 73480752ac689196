process.stdout.write('sitedeck\n');
