import { formatCount } from '../format.ts'
import type { OwnerContent } from './content.ts'
import type { ContentSources, ProjectSource, TimelineItem } from './content-sources.ts'
import type { FigureName } from './figure-names.ts'

// Few people wait for more slides; the home page lists the others below.
const featuredCount = 3
// A glance; the projects page has the rest.
const maxOthers = 4

const labels: Readonly<Record<FigureName, string>> = {
  releases: 'Releases',
  'last-release': 'Last release',
  'last-rollback': 'Last rollback',
  size: 'Size of the shell',
  speed: 'First paint',
  endpoints: 'Endpoints',
  categories: 'Categories',
}

/** Creates the content that pages show from what the owner has written: everything derived is a part of it. */
export function createContent({ projects, story, timeline, files }: ContentSources): OwnerContent {
  const sampleCount = files.filter(({ isSample }) => isSample).length
  return {
    projects: projects.map(toProject),
    featured: projects.slice(0, featuredCount).map(toCard),
    others: projects
      .slice(featuredCount)
      .toSorted((a, b) => b.year - a.year)
      .slice(0, maxOthers)
      .map(toCard),
    bots: projects.flatMap(({ slug, name, bot }) => (bot === undefined ? [] : [{ slug, name, ...bot }])),
    tags: countTags(projects),
    total: {
      text: formatCount(projects.length, 'project'),
      count: projects.length,
      countMod6: projects.length % 6,
    },
    story,
    experience: timeline.experience.map(toEntry),
    education: timeline.education.map(toEntry),
    files: files.map((file) => ({ ...file, about: describeFile(file.name) })),
    ...(sampleCount > 0 && {
      sample: {
        left: `${formatCount(sampleCount, 'file')} left`,
        leftWithSite: `${formatCount(sampleCount + 1, 'file')} left`,
      },
    }),
  }
}

function toCard(project: ProjectSource): OwnerContent['featured'][number] {
  const { slug, name, summary, year, tags, link, image, cover, bot } = project
  return {
    slug,
    name,
    summary,
    year,
    tags,
    isBot: bot !== undefined,
    ...(link && { link }),
    ...(image && { image }),
    ...(cover && { cover }),
  }
}

function toProject(
  project: ProjectSource,
  index: number,
  projects: readonly ProjectSource[],
): OwnerContent['projects'][number] {
  const { source, preview, study, figures } = project
  const [previous, next] = [projects[index - 1], projects[index + 1]].map(
    (other) => other && { slug: other.slug, name: other.name },
  )
  return {
    ...toCard(project),
    ...study,
    figures: figures.map((name) => ({ name, label: labels[name] })),
    hasNeighbours: projects.length > 1,
    ...(source && { source }),
    ...(preview && { preview }),
    ...(previous && { previous }),
    ...(next && { next }),
  }
}

function countTags(projects: readonly ProjectSource[]): OwnerContent['tags'] {
  const counts = new Map<string, number>()
  for (const tag of projects.flatMap((project) => [...new Set(project.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
}

function toEntry({ from, to, ...entry }: TimelineItem): OwnerContent['experience'][number] {
  const years = to === undefined ? `${from} – present` : from === to ? String(from) : `${from} – ${to}`
  return { years, ...entry }
}

function describeFile(name: string): string {
  if (name.startsWith('content/projects/')) return 'A project: a card, a case study and an image'
  return name === 'content/about.md' ? 'Your story' : 'Your jobs and education'
}
