/** What lists of pages tell of a category. Holds no rows: it is part of the manifest. */
export interface CategorySummary {
  readonly path: string
  readonly title: string
  /** Icon class. */
  readonly icon: string
  /** Rows of the category's table. */
  readonly count: number
  readonly summary: string
  /** Name of the category's file in `categories/`, and of the chunk that carries it. */
  readonly file: string
}

/** The categories in the order of section 2 of the specification. */
export const categories: readonly CategorySummary[] = [
  {
    path: '/api/download',
    title: 'Download',
    icon: 'icon-download',
    count: 22,
    summary: 'Turn links of apps, videos, posts and shared files into something to save.',
    file: 'download',
  },
  {
    path: '/api/search',
    title: 'Search',
    icon: 'icon-search',
    count: 15,
    summary: 'Find apps, pages, pictures, videos, lyrics, places and articles by words.',
    file: 'search',
  },
  {
    path: '/api/text_effect_i',
    title: 'Text Effect 1',
    icon: 'icon-type',
    count: 8,
    summary: 'Draw one text in a material: neon, metal, fire, water, glass, stone, cloud or sand.',
    file: 'text-effect-i',
  },
  {
    path: '/api/text_effect_ii',
    title: 'Text Effect 2',
    icon: 'icon-type',
    count: 6,
    summary: 'Draw one text in a style: paper, graffiti, retro, space, holidays or horror.',
    file: 'text-effect-ii',
  },
  {
    path: '/api/text_effect_iii',
    title: 'Text Effect 3',
    icon: 'icon-type',
    count: 4,
    summary: 'Draw two texts together: glitches, team crests, neon signs and greeting cards.',
    file: 'text-effect-iii',
  },
  {
    path: '/api/text_effect_iv',
    title: 'Text Effect 4',
    icon: 'icon-type',
    count: 1,
    summary: 'Write one text on an everyday object, from a coffee cup to a road sign.',
    file: 'text-effect-iv',
  },
  {
    path: '/api/text_effect_v',
    title: 'Text Effect 5',
    icon: 'icon-type',
    count: 1,
    summary: 'Set a title and a subtitle on a full poster.',
    file: 'text-effect-v',
  },
  {
    path: '/api/fancy',
    title: 'FancyText',
    icon: 'icon-sparkle',
    count: 1,
    summary: 'Rewrite a text in Unicode letters that can be pasted anywhere.',
    file: 'fancy',
  },
  {
    path: '/api/attp_i',
    title: 'Attp Effect 1',
    icon: 'icon-film',
    count: 1,
    summary: 'Draw a text as a moving picture, for stickers and chats.',
    file: 'attp-i',
  },
  {
    path: '/api/rgb',
    title: 'RGB Text Effect',
    icon: 'icon-palette',
    count: 1,
    summary: 'Draw a text in cycling red, green and blue light, in the font of your choice.',
    file: 'rgb',
  },
  {
    path: '/api/news',
    title: 'News',
    icon: 'icon-newspaper',
    count: 5,
    summary: 'Read Sinhala news: the newest articles, single articles and what readers say.',
    file: 'news',
  },
  {
    path: '/api/imageEdit',
    title: 'Image Edit',
    icon: 'icon-image',
    count: 12,
    summary: 'Change the light, the colour or the size of a picture by its address.',
    file: 'image-edit',
  },
  {
    path: '/api/image_frame',
    title: 'Image Frame',
    icon: 'icon-frame',
    count: 31,
    summary: 'Place one photo or two in a frame, on a screen or in a scene.',
    file: 'image-frame',
  },
  {
    path: '/api/education',
    title: 'Education',
    icon: 'icon-book',
    count: 1,
    summary: 'Ask a question in words and get an answer to learn from.',
    file: 'education',
  },
  {
    path: '/api/movie',
    title: 'Movie',
    icon: 'icon-clapper',
    count: 0,
    summary: 'The provider has no movie endpoints yet.',
    file: 'movie',
  },
  {
    path: '/api/converter',
    title: 'Converter',
    icon: 'icon-swap',
    count: 2,
    summary: 'Turn a colour or a web page into a picture.',
    file: 'converter',
  },
  {
    path: '/api/games',
    title: 'Games',
    icon: 'icon-gamepad',
    count: 0,
    summary: 'The provider has no game endpoints yet.',
    file: 'games',
  },
  {
    path: '/api/information',
    title: 'Information',
    icon: 'icon-info',
    count: 4,
    summary: 'Look up calling codes, internet addresses, phone numbers and proxies.',
    file: 'information',
  },
]
