import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BotSource, CaseStudy } from '@portico/kit/content/content.ts'
import {
  AboutFrontMatterSchema,
  type ContentSources,
  type ProjectFrontMatter,
  ProjectFrontMatterSchema,
  type ProjectSource,
  TimelineSchema,
} from '@portico/kit/content/content-sources.ts'
import { createQrCode, drawQr } from '@portico/kit/qr-code.ts'
import { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import * as v from 'valibot'
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import { describeIssue } from '../system/describe-issue.ts'
import { ContentError, createContentError, type TextFile } from './content-error.ts'
import { createCoverPattern } from './cover-pattern.ts'
import { listContentFiles } from './owner-files.ts'
import { findFrontMatter, getFrontMatter, linesBeforeFrontMatter } from './parse-markdown.ts'
import { type MakeImage, readBlocks, readSections } from './read-markdown.ts'

/** The folder of the owner's content, from the project's root. */
export const contentFolder = 'content'

/** Where content is read from. */
export interface ContentSource {
  /** The project's root, with the folder `content`. */
  readonly root: string
  readonly makeImage: MakeImage
}

/** Reads the owner's content. Throws a ContentError when it is invalid. */
export async function readContent(source: ContentSource): Promise<ContentSources> {
  const [projects, story, timeline] = await Promise.all([
    readProjects(source),
    readStory(source),
    readTimeline(source),
  ])
  return { projects, story, timeline, files: listContentFiles(source.root) }
}

async function readProjects(source: ContentSource): Promise<ProjectSource[]> {
  const files = await readProjectFiles(source.root)
  const read = await Promise.all(files.map((project) => readProject(project, source)))
  return read.toSorted(compareProjects).map(({ project }) => project)
}

async function readStory({ root, makeImage }: ContentSource): Promise<ContentSources['story']> {
  const name = `${contentFolder}/about.md`
  const file = { name, text: await readText(root, name) }
  const frontMatter = findFrontMatter(file)
  if (frontMatter !== null)
    readYaml(AboutFrontMatterSchema, { name, text: frontMatter }, linesBeforeFrontMatter)
  return readBlocks(file, makeImage)
}

async function readTimeline({ root }: ContentSource): Promise<ContentSources['timeline']> {
  const name = `${contentFolder}/timeline.yaml`
  const { experience, education } = readYaml(TimelineSchema, { name, text: await readText(root, name) })
  return { experience, education }
}

interface ProjectFile extends TextFile {
  readonly slug: string
}

const projectFileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

async function readProjectFiles(root: string): Promise<ProjectFile[]> {
  const folder = `${contentFolder}/projects`
  if (!existsSync(join(root, folder))) return []
  const names = (await readdir(join(root, folder))).filter((name) => !name.startsWith('.')).sort()
  return Promise.all(
    names.map(async (entry) => {
      const name = `${folder}/${entry}`
      const slug = projectFileName.exec(entry)?.[1]
      if (slug === undefined) {
        throw createContentError(
          { name },
          1,
          'expected a file name such as my-project.md: it becomes the address of the project',
        )
      }
      return { slug, name, text: await readText(root, name) }
    }),
  )
}

interface OrderedProject {
  readonly project: ProjectSource
  readonly order: number
}

async function readProject(file: ProjectFile, source: ContentSource): Promise<OrderedProject> {
  const text = getFrontMatter(file)
  const frontMatter: ProjectFrontMatter = readYaml(
    ProjectFrontMatterSchema,
    { ...file, text },
    linesBeforeFrontMatter,
  )
  const { image: imageName, order = Number.POSITIVE_INFINITY, sample: _sample, bot, ...card } = frontMatter
  const findLine = (field: RegExp) =>
    linesBeforeFrontMatter + 1 + text.split(/\r?\n/).findIndex((each) => field.test(each))
  const project = {
    slug: file.slug,
    ...card,
    ...(bot && { bot: describeBot(bot, () => createQrError(file, findLine(/^\s+message:/))) }),
    study: await readCaseStudy(file, source),
  }
  if (imageName === undefined) return { project: { ...project, cover: createCoverPattern(file.slug) }, order }
  const image = await source.makeImage(imageName, (message) =>
    createContentError(file, findLine(/^image:/), `image: ${message}`),
  )
  return { project: { ...project, image }, order }
}

function describeBot(
  { phone, message = '' }: NonNullable<ProjectFrontMatter['bot']>,
  createError: () => Error,
): BotSource {
  const link = getWhatsAppLink(phone, message)
  const code = createQrCode(link)
  if (code === null) throw createError()
  return { phone, message, link, qr: drawQr(code) }
}

function createQrError(file: TextFile, line: number): Error {
  return createContentError(file, line, 'bot.message: expected a shorter text; phones can’t read its QR code')
}

function compareProjects(first: OrderedProject, second: OrderedProject): number {
  if (first.order !== second.order) return first.order < second.order ? -1 : 1
  return second.project.year - first.project.year || first.project.name.localeCompare(second.project.name)
}

const headings = ['Context', 'Choices', 'Result'] as const

async function readCaseStudy(file: ProjectFile, { makeImage }: ContentSource): Promise<CaseStudy> {
  const sections = await readSections(file, makeImage)
  const getBlocks = (heading: (typeof headings)[number]) => {
    const [section, duplicate] = sections.filter((each) => each.heading === heading)
    if (duplicate) throw createContentError(file, duplicate.line, `duplicate heading "${heading}"`)
    if (section === undefined) throw createContentError(file, 1, `missing heading "## ${heading}"`)
    if (section.blocks.length === 0)
      throw createContentError(file, section.line, `expected text below "${heading}"`)
    return section.blocks
  }
  const known = new Set<string>(headings)
  const other = sections.find(({ heading }) => !known.has(heading))
  if (other) {
    throw createContentError(
      file,
      other.line,
      `expected one of the headings ${headings.join(', ')}, got "${other.heading}"`,
    )
  }
  return { context: getBlocks('Context'), choices: getBlocks('Choices'), result: getBlocks('Result') }
}

async function readText(root: string, name: string): Promise<string> {
  try {
    return await readFile(join(root, name), 'utf8')
  } catch (cause) {
    throw new ContentError(`Cannot read ${name}, which holds the content of the pages.`, { cause })
  }
}

/**
 * Parses YAML and validates it. Throws a ContentError that lists every error with its line; `linesBefore` is the number
 * of lines of the file before the YAML.
 */
function readYaml<T>(schema: v.GenericSchema<unknown, T>, file: TextFile, linesBefore = 0): T {
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false })
  const getLine = (offset: number) => lines.linePos(offset).line + linesBefore
  const syntaxError = document.errors[0]
  if (syntaxError) throw createContentError(file, getLine(syntaxError.pos[0]), syntaxError.message)
  const parsed = v.safeParse(schema, document.toJS() ?? {})
  if (parsed.success) return parsed.output
  const [first, ...others] = parsed.issues.map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key)
    return createContentError(
      file,
      getLine(findOffset(document, keys)),
      `${keys.join('.')}: ${describeIssue(issue)}`,
    )
  })
  if (first === undefined) throw createContentError(file, linesBefore + 1, 'is invalid')
  first.message = [first, ...others].map(({ message }) => message).join('\n')
  throw first
}

/** The offset of the value at `keys`, or of the nearest enclosing value when it is missing. */
function findOffset(document: Document, keys: readonly unknown[]): number {
  for (let length = keys.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(keys.slice(0, length - 1), true)
    if (!isMap(parent)) {
      const item = document.getIn(keys.slice(0, length), true)
      if (isNode(item) && item.range) return item.range[0]
      continue
    }
    const pair = parent.items.find((entry) => isPair(entry) && getKey(entry.key) === keys[length - 1])
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0]
  }
  return 0
}

function getKey(key: unknown): unknown {
  return isScalar(key) ? key.value : key
}
