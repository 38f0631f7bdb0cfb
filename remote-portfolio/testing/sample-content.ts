import type { ResponsiveImage } from '@portico/kit/content/blocks.ts'
import type { BotSource, CaseStudy, OwnerContent } from '@portico/kit/content/content.ts'
import {
  type ContentSelection,
  type PageParameters,
  selectContent,
} from '@portico/kit/content/content-selection.ts'
import type { ContentSources, ProjectSource } from '@portico/kit/content/content-sources.ts'
import { createContent } from '@portico/kit/content/create-content.ts'
import type { ContentPort } from '@portico/kit/contract/contract.ts'
import { createQrCode, drawQr } from '@portico/kit/qr-code.ts'
import { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import * as v from 'valibot'

export const sampleImage: ResponsiveImage = {
  alt: 'A sample',
  width: 800,
  height: 500,
  avif: '/-/content/media/a-400.avif 400w',
  webp: '/-/content/media/a-400.webp 400w, /-/content/media/a-800.webp 800w',
  src: '/-/content/media/a-800.webp',
}

const sampleCaseStudy: CaseStudy = {
  context: [{ kind: 'paragraph', children: ['Why it was made'] }],
  choices: [{ kind: 'paragraph', children: ['What was chosen'] }],
  result: [{ kind: 'paragraph', children: ['What it achieved'] }],
}

/** A bot with a first message. */
export function createBot(message = ''): BotSource {
  const link = getWhatsAppLink('+12025550144', message)
  const code = createQrCode(link)
  if (code === null) throw new Error('The message is too long.')
  return { phone: '+12025550144', message, link, qr: drawQr(code) }
}

/** A project with nothing but what every project has, and `changes`. */
export function createProject(slug: string, changes: Partial<ProjectSource> = {}): ProjectSource {
  return {
    slug,
    name: slug,
    summary: slug,
    year: 2026,
    tags: [],
    figures: [],
    study: sampleCaseStudy,
    ...changes,
  }
}

/** A bot, a site with an image and links, and a project with neither. */
export const sampleProjects: readonly ProjectSource[] = [
  createProject('one', {
    name: 'Project one',
    summary: 'The first',
    year: 2024,
    tags: ['bot'],
    bot: createBot(),
  }),
  createProject('two', {
    name: 'Project two',
    summary: 'The second',
    tags: ['web'],
    link: 'https://two.example/',
    source: 'https://source.example/two',
    image: sampleImage,
  }),
  createProject('three', { name: 'Project three', summary: 'The third', year: 2025, tags: ['web', 'api'] }),
]

const sampleSources: ContentSources = {
  projects: [...sampleProjects],
  story: [{ kind: 'paragraph', children: ['How it began.'] }],
  timeline: {
    experience: [
      { from: 2022, title: 'Maker', place: 'Workshop', summary: 'Makes', points: ['Made ten'] },
      { from: 2020, to: 2022, title: 'Helper', place: 'Shop', points: [] },
    ],
    education: [{ from: 2019, to: 2019, title: 'Pupil', place: 'School', points: [] }],
  },
  files: [
    { name: 'content/about.md', isSample: false },
    { name: 'content/projects/one.md', isSample: true },
  ],
}

/** The content that is built from the sample with `changes`. */
export function createSampleContent(changes: Partial<ContentSources> = {}): OwnerContent {
  return createContent({ ...sampleSources, ...changes })
}

/** A site's content. */
export const sampleContent: OwnerContent = createSampleContent()

interface Sample<Value> {
  readonly selection: ContentSelection
  readonly schema: v.GenericSchema<unknown, Value>
  readonly content?: OwnerContent
  readonly parameters?: PageParameters
}

/** What a page shows of the content, by default the sample. */
export function getSample<Value>({
  selection,
  schema,
  content = sampleContent,
  parameters = {},
}: Sample<Value>): Value {
  return v.parse(schema, selectContent(content, selection, parameters))
}

/** The content of a host that has loaded the content file of a site. */
export function createContentPort(content: OwnerContent = sampleContent): ContentPort {
  return { page: null, all: content, load: async () => content }
}
