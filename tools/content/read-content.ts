import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CaseStudy,
  type Content,
  type Project,
  type ProjectFrontMatter,
  ProjectFrontMatterSchema,
  TimelineSchema,
} from '@portico/shared/content/content.ts'
import { ContentError, mistake, type TextFile } from './content-error.ts'
import { type MakeImage, readBlocks, readSections } from './read-markdown.ts'
import { readYaml } from './read-yaml.ts'
import { splitFrontMatter } from './split-front-matter.ts'

/** Folder of the owner's texts, from the project's folder. */
export const contentFolder = 'content'

interface Source {
  /** The project's folder. */
  readonly root: string
  readonly makeImage: MakeImage
}

/** Readers of the owner's texts, by the name of the module that gets them. Each throws a ContentError on a mistake. */
export const readers: { readonly [Name in keyof Content]: (source: Source) => Promise<Content[Name]> } = {
  projects: async (source) => {
    const files = await projectFiles(source.root)
    const read = await Promise.all(files.map((project) => readProject(project, source)))
    return read.toSorted(byOrder).map(({ project }) => project)
  },
  'case-studies': async (source) => {
    const files = await projectFiles(source.root)
    const studies = files.map(async (file) => [file.slug, await readCaseStudy(file, source)] as const)
    return Object.fromEntries(await Promise.all(studies))
  },
  about: async ({ root, makeImage }) => {
    const name = `${contentFolder}/about.md`
    return readBlocks({ name, text: await readText(root, name) }, makeImage)
  },
  timeline: async ({ root }) => {
    const name = `${contentFolder}/timeline.yaml`
    return readYaml(TimelineSchema, { name, text: await readText(root, name) })
  },
}

interface ProjectFile extends TextFile {
  readonly slug: string
}

const projectFileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

async function projectFiles(root: string): Promise<ProjectFile[]> {
  const folder = `${contentFolder}/projects`
  if (!existsSync(join(root, folder))) return []
  const names = (await readdir(join(root, folder))).filter((name) => !name.startsWith('.')).sort()
  return Promise.all(
    names.map(async (entry) => {
      const name = `${folder}/${entry}`
      const slug = projectFileName.exec(entry)?.[1]
      if (slug === undefined) {
        throw mistake({ name }, 1, 'expected a file name such as my-project.md: the name is its address')
      }
      return { slug, name, text: await readText(root, name) }
    }),
  )
}

interface OrderedProject {
  readonly project: Project
  readonly order: number
}

async function readProject(file: ProjectFile, { makeImage }: Source): Promise<OrderedProject> {
  const { matter, matterLinesBefore } = splitFrontMatter(file)
  const read: ProjectFrontMatter = readYaml(
    ProjectFrontMatterSchema,
    { ...file, text: matter },
    matterLinesBefore,
  )
  const { image: named, order = Number.POSITIVE_INFINITY, ...project } = read
  if (named === undefined) return { project: { slug: file.slug, ...project }, order }
  const line = matterLinesBefore + 1 + matter.split('\n').findIndex((text) => /^image:/.test(text))
  const image = await makeImage(named, (what) => mistake(file, line, `image: ${what}`))
  return { project: { slug: file.slug, ...project, image }, order }
}

function byOrder(one: OrderedProject, other: OrderedProject): number {
  if (one.order !== other.order) return one.order < other.order ? -1 : 1
  return other.project.year - one.project.year || one.project.name.localeCompare(other.project.name)
}

const headings = ['Context', 'Choices', 'Result'] as const

async function readCaseStudy(file: ProjectFile, { makeImage }: Source): Promise<CaseStudy> {
  const { body, bodyLinesBefore } = splitFrontMatter(file)
  const sections = await readSections({ ...file, text: body }, makeImage, bodyLinesBefore)
  const blocksBelow = (heading: (typeof headings)[number]) => {
    const [section, again] = sections.filter((each) => each.heading === heading)
    if (again) throw mistake(file, again.line, `the heading "${heading}" is there twice`)
    if (section === undefined)
      throw mistake(file, bodyLinesBefore + 1, `expected the heading "## ${heading}"`)
    if (section.blocks.length === 0)
      throw mistake(file, section.line, `expected some text below "${heading}"`)
    return section.blocks
  }
  const known = new Set<string>(headings)
  const other = sections.find(({ heading }) => !known.has(heading))
  if (other) {
    throw mistake(
      file,
      other.line,
      `expected one of the headings ${headings.join(', ')}, got "${other.heading}"`,
    )
  }
  return { context: blocksBelow('Context'), choices: blocksBelow('Choices'), result: blocksBelow('Result') }
}

async function readText(root: string, name: string): Promise<string> {
  try {
    return await readFile(join(root, name), 'utf8')
  } catch (cause) {
    throw new ContentError(`${name}: cannot be read; it holds what the pages show.`, { cause })
  }
}
