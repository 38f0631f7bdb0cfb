import type { CutPackage } from './cut.ts'

/** What the shell never asks of Module Federation. */
export const federationCuts: CutPackage = {
  version: '2.9.2',
  cuts: [
    {
      never: 'no manifest of Module Federation is read: the release document says where everything is.',
      file: 'dist/core.js',
      texts: [
        [
          'USE_REMOTE ? new SnapshotHandler(this) : new DisabledSnapshotHandler()',
          'new DisabledSnapshotHandler()',
        ],
      ],
    },
    {
      never: 'nothing is preloaded by Module Federation: the server sends preload links.',
      file: 'dist/remote/index.js',
      texts: [['async preloadRemote(preloadOptions) {', 'async preloadRemote(preloadOptions) { return;']],
    },
    {
      never: 'nothing is preloaded by Module Federation: the server sends preload links.',
      file: 'dist/helpers.js',
      texts: [['\t\tpreloadAssets,\n', '']],
    },
    {
      never: 'no name is registered twice by force: each attempt of a load has a name of its own.',
      file: 'dist/remote/index.js',
      texts: [
        ['if (options?.force) {', 'if (false) {'],
        ['\tremoveRemote(remote) {', '\tremoveRemote(remote) { return;'],
      ],
    },
  ],
}
