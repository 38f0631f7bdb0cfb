import type { ResponsiveImage } from '@portico/shared/content/blocks.ts'
import type { CaseStudy, Project, Timeline } from '@portico/shared/content/content.ts'

export const sampleImage: ResponsiveImage = {
  alt: 'A sample',
  width: 800,
  height: 500,
  sources: [
    { type: 'image/avif', files: [{ address: '/media/a-400.avif', width: 400 }] },
    {
      type: 'image/webp',
      files: [
        { address: '/media/a-400.webp', width: 400 },
        { address: '/media/a-800.webp', width: 800 },
      ],
    },
  ],
}

/** A bot, a site with an image and links, and a project with neither. */
export const sampleProjects: readonly Project[] = [
  {
    slug: 'one',
    name: 'Project one',
    summary: 'The first',
    year: 2024,
    tags: ['bot'],
    figures: [],
    bot: { phone: '+12025550144' },
  },
  {
    slug: 'two',
    name: 'Project two',
    summary: 'The second',
    year: 2026,
    tags: ['web'],
    figures: [],
    link: 'https://two.example/',
    source: 'https://source.example/two',
    image: sampleImage,
  },
  {
    slug: 'three',
    name: 'Project three',
    summary: 'The third',
    year: 2025,
    tags: ['web', 'api'],
    figures: [],
  },
]

export const sampleCaseStudy: CaseStudy = {
  context: [{ kind: 'paragraph', children: ['Why it was made'] }],
  choices: [{ kind: 'paragraph', children: ['What was chosen'] }],
  result: [{ kind: 'paragraph', children: ['What it achieved'] }],
}

export const sampleTimeline: Timeline = {
  experience: [
    { from: 2022, title: 'Maker', place: 'Workshop', summary: 'Makes', points: ['Made ten'] },
    { from: 2020, to: 2022, title: 'Helper', place: 'Shop', points: [] },
  ],
  education: [{ from: 2019, to: 2019, title: 'Pupil', place: 'School', points: [] }],
}
