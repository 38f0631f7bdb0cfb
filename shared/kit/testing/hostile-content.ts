import type { Block, ResponsiveImage } from '../content/blocks.ts'
import type { OwnerContent } from '../content/content.ts'
import type { ContentSources, ProjectSource } from '../content/content-sources.ts'
import { createContent } from '../content/create-content.ts'

/** Texts that mean something in HTML, in a script, in a URL, in a mark, in a replacement or for the direction of a text. */
export const hostileTexts: readonly string[] = [
  `"quoted" 'text' & <b>bold</b>`,
  '</script><script>alert(1)</script>',
  '</style><!-- <![CDATA[',
  '\uE000name\uE001 \uE000?page.others\uE001 \uE000/\uE001',
  '%EE%80%80name%EE%80%81',
  "$& $1 $` $' $<name>",
  '<template data-slot="page"></template>',
  '\u202Ereversed \u2066isolated \u200Bnothing \u2028line',
  'javascript:alert(1)',
  'e\u0301 👩‍👩‍👧 \uFFFD',
]

/** All of them in one line. */
export const hostileText: string = hostileTexts.join(' ')

const image: ResponsiveImage = {
  alt: hostileText,
  width: 800,
  height: 500,
  avif: '/-/content/media/a-400.avif 400w, /-/content/media/a-800.avif 800w',
  webp: '/-/content/media/a-400.webp 400w, /-/content/media/a-800.webp 800w',
  src: '/-/content/media/a-800.webp',
}

/** Every kind of block, with every hostile text where a text can be. */
export const hostileBlocks: Block[] = [
  ...hostileTexts.map((text): Block => ({ kind: 'paragraph', children: [text] })),
  {
    kind: 'paragraph',
    children: [
      'one',
      'two',
      '',
      { kind: 'strong', children: [hostileText, { kind: 'emphasis', children: [hostileText] }] },
      { kind: 'break' },
      { kind: 'code', text: hostileText },
      { kind: 'link', to: `/projects?tag="'<>&#x`, children: [hostileText] },
      { kind: 'link', to: '/a/../b//c?d=e#f', children: ['page'] },
      {
        kind: 'link',
        to: `https://example.com/?a="&b='<c>`,
        children: [{ kind: 'strong', children: ['site'] }],
      },
      { kind: 'link', to: `mailto:a@example.com?subject="<b>&`, children: ['mail'] },
      '\n',
    ],
  },
  { kind: 'heading', children: [hostileText] },
  {
    kind: 'list',
    isOrdered: true,
    items: [
      [{ kind: 'paragraph', children: [hostileText] }],
      [],
      [
        { kind: 'paragraph', children: ['two'] },
        { kind: 'list', isOrdered: false, items: [[{ kind: 'code', text: hostileText }]] },
      ],
    ],
  },
  { kind: 'quote', blocks: [{ kind: 'quote', blocks: [{ kind: 'paragraph', children: [hostileText] }] }] },
  { kind: 'code', text: `\n${hostileText}\r\n\n` },
  { kind: 'image', image },
]

const study = { context: hostileBlocks, choices: [], result: hostileBlocks }

function createProject(number: number): ProjectSource {
  const card = { slug: `p-${number}`, name: hostileText, summary: hostileText, year: 2020 + number }
  if (number % 2 === 1)
    return {
      ...card,
      tags: [],
      figures: [],
      study,
      cover: { hue: 1, strong: 'M0 0z', medium: '', light: '' },
    }
  return {
    ...card,
    tags: hostileTexts.slice(0, 3),
    figures: ['size', 'endpoints'],
    study,
    image,
    link: `https://example.com/?a='"<b>&c`,
    source: 'https://example.com/source',
    bot: {
      phone: '+12025550144',
      message: hostileText,
      link: `https://wa.me/12025550144?text=${encodeURIComponent(hostileText)}`,
      qr: { side: 29, path: 'M0 0z' },
    },
    preview: '/-/content/media/open-graph-0.png',
  }
}

const entry = {
  from: 2020,
  title: hostileText,
  place: hostileText,
  summary: hostileText,
  points: [...hostileTexts],
}

/** Files in which every optional value is present and every text is hostile. */
export const hostileSources: ContentSources = {
  projects: [0, 1, 2, 3, 4, 5].map(createProject),
  story: hostileBlocks,
  timeline: { experience: [entry, { ...entry, to: 2020 }], education: [{ ...entry, to: 2024, points: [] }] },
  files: [
    { name: 'content/about.md', isSample: true },
    { name: hostileText, isSample: false },
  ],
}

/** The content that is built from them. */
export const hostileContent: OwnerContent = createContent(hostileSources)
