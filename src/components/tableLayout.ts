export { columnGap, placeColumns, type Column, type PlacedColumn } from '#model/columnLayout.ts';
