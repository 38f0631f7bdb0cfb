import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RemoteManifest, RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { root } from '../system/run-command.ts'

/** A copy of the project's sources with the installed packages. */
export interface ProjectCopy {
  readonly root: string
  /** Copies the folder of a remote and edits its manifest, as the guide says. Returns the new manifest. */
  addRemote(from: string, to: string): Promise<RemoteManifest>
  remove(): void
}

const notSources = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.types', 'test-results'])

/** Copies the project, or only some of its files and folders, to a temporary folder, with links to the installed packages. */
export function copyProject(only: readonly string[] = readdirSync(root)): ProjectCopy {
  return makeCopy({ parent: tmpdir(), names: only }, linkPackages)
}

/** Copies the project as a second checkout with its own packages, as far as the bundler can tell. */
export function copyCheckout(): ProjectCopy {
  // On the project's own file system: hard links don't cross file systems.
  return makeCopy({ parent: join(root, '.cache', 'checkouts'), names: readdirSync(root) }, (copy) => {
    linkFiles(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const name of listOwnPackages())
      linkFiles(join(root, name, 'node_modules'), join(copy, name, 'node_modules'))
  })
}

function makeCopy(
  { parent, names }: { parent: string; names: readonly string[] },
  addPackages: (copy: string) => void,
): ProjectCopy {
  mkdirSync(parent, { recursive: true })
  const copy = mkdtempSync(join(parent, 'portico-copy-'))
  const filter = (file: string) => !notSources.has(basename(file))
  for (const name of names.filter(filter)) {
    // With the files' dates: a dev server builds files again that look as if they had changed while it started.
    cpSync(join(root, name), join(copy, name), { recursive: true, filter, preserveTimestamps: true })
  }
  addPackages(copy)
  linkCache(copy)
  return {
    root: copy,
    addRemote: (from, to) =>
      addRemote({ from: join(copy, `remote-${from}`), to: join(copy, `remote-${to}`) }, to),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

// Resizing images takes most of the time of a first build. The rest of the cache is not shared: two development servers
// would overwrite each other's files.
function linkCache(copy: string): void {
  const images = join('.cache', 'images')
  mkdirSync(join(root, images), { recursive: true })
  mkdirSync(join(copy, '.cache'))
  symlinkSync(join(root, images), join(copy, images))
}

/** Links every package, and the workspaces of the copy as npm does. */
function linkPackages(copy: string): void {
  const scope = '@portico'
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', scope), { recursive: true })
  for (const name of readdirSync(packages).filter((entry) => entry !== scope)) {
    symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(packages, scope))) {
    const workspace = relative(root, realpathSync(join(packages, scope, name)))
    symlinkSync(join(copy, workspace), join(copy, 'node_modules', scope, name))
  }
  for (const name of listOwnPackages().filter((entry) => existsSync(join(copy, entry)))) {
    symlinkSync(join(root, name, 'node_modules'), join(copy, name, 'node_modules'))
  }
}

/** Workspaces with their own version of a package. */
function listOwnPackages(): string[] {
  return readdirSync(root).filter((entry) => existsSync(join(root, entry, 'node_modules')))
}

/** Creates the same folders with hard links to the files, which takes a second instead of a gigabyte. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

async function addRemote({ from, to }: { from: string; to: string }, name: string): Promise<RemoteManifest> {
  cpSync(from, to, { recursive: true })
  const module: unknown = await import(pathToFileURL(join(from, 'manifest.ts')).href)
  const { manifest } = v.parse(v.object({ manifest: RemoteManifestSchema }), module)
  const edited = edit(manifest, name)
  writeFileSync(join(to, 'manifest.ts'), manifestSource(edited))
  return edited
}

/** The same pages below `/<name>`; the first one is linked in the footer. */
function edit(manifest: RemoteManifest, name: string): RemoteManifest {
  const pages = manifest.pages.map((page, index) => ({
    ...page,
    path: `/${name}${page.path === '/' ? '' : page.path}`,
    title: `${page.title} of ${name}`,
    listed: index === 0,
  }))
  return { ...manifest, name, team: `Team of ${name}`, pages }
}

function manifestSource(manifest: RemoteManifest): string {
  return `import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'

export const manifest: RemoteManifest = ${JSON.stringify(manifest, null, 2)}
`
}
