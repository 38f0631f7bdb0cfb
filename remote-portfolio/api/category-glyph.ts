const everyOther = 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z'

const glyphs = new Map([
  ['icon-book', 'M4 18.5V5.5A2.5 2.5 0 0 1 6.5 3H20v14H6a2 2 0 0 0 0 4h14M9 7.5h6'],
  ['icon-clapper', 'M4 10h16v10H4zM4 10l-.8-3.5L18.8 3l.8 3.5zM9 5.2l2 3M14 4l2 3'],
  ['icon-download', 'M12 4v11M7 10.5l5 5 5-5M5 20h14'],
  ['icon-film', 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4'],
  ['icon-frame', 'M7 3v18M17 3v18M3 7h18M3 17h18'],
  [
    'icon-gamepad',
    'M7.5 8h9a5 5 0 0 1 5 5v1.5a2.5 2.5 0 0 1-4.7 1.2L16 14.5H8l-.8 1.2a2.5 2.5 0 0 1-4.7-1.2V13a5 5 0 0 1 5-5zM8 10v3M6.5 11.5h3M16 11.5h.01',
  ],
  ['icon-image', 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01'],
  ['icon-info', 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11.5v5M12 8h.01'],
  ['icon-newspaper', 'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-2M8 9h5M8 12.5h5M8 16h3'],
  [
    'icon-palette',
    'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2s0-2.5 1.5-2.5h2.5A3.5 3.5 0 0 0 21 13c0-6-4.5-10-9-10zM7.5 12h.01M10 8h.01M15 8h.01',
  ],
  ['icon-search', 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20'],
  ['icon-sparkle', 'M12 3l2 6.5 6.5 2.5-6.5 2.5L12 21l-2-6.5L3.5 12 10 9.5z'],
  ['icon-swap', 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4'],
  ['icon-type', 'M5 7.5V5h14v2.5M12 5v14M9 19h6'],
])

/** The drawing for a page's icon class; a class that is not known here gets a general one. */
export function categoryGlyph(iconClass: string | undefined): string {
  return glyphs.get(iconClass ?? '') ?? everyOther
}
