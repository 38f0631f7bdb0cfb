import type { Site } from '@portico/shared/site/site.ts'

/** A social network: its key in the site's configuration, its name and a drawing on the grid of the other glyphs. */
interface Network {
  readonly key: keyof Site['social']
  readonly name: string
  readonly glyph: string
}

/** The six social networks in the order of the header. Only types of the schema: its code would be 6 KB here. */
export const networks: readonly Network[] = [
  { key: 'facebook', name: 'Facebook', glyph: 'M16 4h-2a3.5 3.5 0 0 0-3.5 3.5V20M7 12h7.5' },
  { key: 'twitter', name: 'Twitter', glyph: 'M5 4.5l14 15M19 4.5l-14 15' },
  {
    key: 'github',
    name: 'GitHub',
    glyph:
      'M6 4l3 2a9 9 0 0 1 6 0l3-2 .5 4A6 6 0 0 1 20 12c0 3-2.5 5-5.5 5.5V21M9.5 21v-3.5C6.5 17 4 15 4 12a6 6 0 0 1 1.5-4zM9.5 19c-2.5.5-3-1.5-4.5-2',
  },
  {
    key: 'whatsapp',
    name: 'WhatsApp',
    glyph: 'M4 20l1.2-4.2A8 8 0 1 1 8.4 19zM9 8.5c0 3.5 2.5 6 6 6l.5-2-2-1-1 1a4 4 0 0 1-1.5-1.5l1-1-1-2z',
  },
  {
    key: 'instagram',
    name: 'Instagram',
    glyph:
      'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.5 7.5h.01',
  },
  {
    key: 'youtube',
    name: 'YouTube',
    glyph: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM10.5 9.5v5l4.5-2.5z',
  },
]
