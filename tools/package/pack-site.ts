import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { buildContent } from '../build/build-content.ts'
import { findApps } from '../build/find-apps.ts'
import { packFiles } from '../build/pack-files.ts'
import { drawSiteImage } from '../build/site-image.ts'
import { root } from '../system/run-command.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import { findCopiedPackages } from './copied-packages.ts'
import { addFolder, createServerFiles, getPackageId, output, program, writePackage } from './server-files.ts'

/** The oldest Node that runs the bundle: it has `node:sqlite` and zstd, and is the one that the tests use. */
const neededNode = 24

interface ArchiveSources {
  /** The folder of the built apps. */
  readonly apps: string
  /** The remote kit. */
  readonly kit: string
  /** The owner's values. */
  readonly siteConfig: string
}

/** Writes the archive of the site into `dist/`, in place of older ones. Returns the file. */
export async function packSite(kit: string): Promise<string> {
  const siteConfig = resolve(root, process.env.SITE_CONFIG || 'site.config.json')
  const { name, bytes } = await createSiteArchive({ apps: output, kit, siteConfig })
  return writePackage(join(output, `${name}.tar.gz`), bytes, { name: 'portico', ending: '.tar.gz' })
}

/** The archive with everything that the site needs to run on Node alone. Equal sources give equal bytes. */
async function createSiteArchive({ apps, kit, siteConfig }: ArchiveSources) {
  const { platform, locations } = findCopiedPackages()
  const files = await createServerFiles('site', apps)
  for (const { name } of await findApps(root)) addFolder(files, join(apps, name), `apps/${name}`)
  files.set(`apps/${basename(kit)}`, readFileSync(kit))
  for (const location of locations) addFolder(files, join(root, location), location.replace(/^server\//, ''))
  addFolder(files, join(import.meta.dirname, 'deploy'), 'deploy')
  files.set('site.config.json', readFileSync(siteConfig))
  // Built alone: what `npm start` has built may have images of earlier content.
  await withTemporaryFolder(async (folder) => {
    await buildContent({ root, output: folder })
    addFolder(files, folder, 'content')
  })
  const image = await drawSiteImage(root, siteConfig)
  if (image !== null) files.set('site-image.png', readFileSync(image))
  const portico = { platform, node: neededNode }
  const version = getPackageId(files)
  const description = { version, type: 'module', name: 'portico-site', private: true, portico }
  files.set('package.json', Buffer.from(`${JSON.stringify(description, null, 2)}\n`))
  const folder = `portico-${version}`
  const isProgram = (path: string) => path === program
  return { name: `${folder}-${platform}`, bytes: await packFiles(files, { folder, isProgram }) }
}
