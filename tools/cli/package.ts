import { statSync } from 'node:fs'
import { ensureBuilt } from '../build/ensure-built.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { packPlane } from '../package/pack-plane.ts'
import { packSite } from '../package/pack-site.ts'
import { output } from '../package/server-files.ts'
import { runScript } from './run-script.ts'

const summary = `Builds what has changed and writes dist/portico-<version>-<platform>.tar.gz: the built apps, the server and what it needs at run
time. Unpacked, it needs only Node 24 or later: node portico.js. It runs only on this machine's platform, because its image
library is platform-specific. For another platform, run this command there. SITE_CONFIG names the site's configuration.

  --plane   writes dist/portico-plane-<version>.tgz instead: the rollout plane alone, for hosts that you have. It runs on every
            platform with Node 22.16 or later: npx ./portico-plane-<version>.tgz start`

await runScript(
  { usage: 'npm run package [-- --plane]', summary, flags: { plane: { type: 'boolean' } } },
  async ({ flags }) => {
    await ensureBuilt()
    const file = flags.plane
      ? await packPlane({ apps: output, folder: output })
      : await packSite(await packKit())
    console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
  },
)
