import type { RemoteAhead, ShellAhead } from '@portico/shared/release/ahead.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import type { App } from '../find-apps.ts'
import { integrityOf } from '../integrity.ts'
import { remoteAhead } from './remote-ahead.ts'
import { shellAhead } from './shell-ahead.ts'

/** Puts a file into the release. */
type Emit = (file: string, content: Buffer | string) => ReleaseFile

/** The plugin that renders ahead, and what the release's record shall say of it. */
export interface AheadOfApp {
  readonly plugin: RsbuildPlugin
  /** undefined before the build, where nothing is rendered ahead, and for an app of the other kind. */
  shell(): ShellAhead | undefined
  remote(): RemoteAhead | undefined
}

/** Renders the open pages of a remote, or the shell's frame, to files of its release: see docs/decisions/062. */
export function renderAhead(app: App): AheadOfApp {
  let shell: ShellAhead | undefined
  let remote: RemoteAhead | undefined
  const plugin: RsbuildPlugin = {
    name: 'portico:ahead',
    setup(api) {
      const root = api.context.rootPath
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        const { ahead, manifest } = app
        if (ahead === null) return
        const emit: Emit = (file, content) => {
          compilation.emitAsset(file, new sources.RawSource(content))
          return { file, integrity: integrityOf(Buffer.from(content)) }
        }
        if (manifest === null) shell = await shellAhead({ app, root, inputs: ahead, emit })
        else remote = await remoteAhead({ app, root, inputs: ahead, emit }, manifest)
      })
    },
  }
  return { plugin, shell: () => shell, remote: () => remote }
}

/** What rendering an app ahead needs. */
export interface AheadParts {
  readonly app: App
  readonly root: string
  readonly inputs: NonNullable<App['ahead']>
  readonly emit: Emit
}
