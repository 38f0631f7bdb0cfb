import { statSync } from 'node:fs'
import { ensureBuilt } from '../build/ensure-built.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { packPackages } from '../package/pack-packages.ts'
import { packSite } from '../package/pack-site.ts'
import { runScript } from './run-script.ts'

const summary = `Builds what has changed and writes dist/portico-<version>-<platform>.tar.gz: the built apps, the server and what it needs at run
time. Unpacked, it needs only Node 24 or later: node portico.js. It runs only on this machine's platform, because its image
library is platform-specific. For another platform, run this command there. SITE_CONFIG names the site's configuration.

  --npm   writes the npm packages instead, for every platform: the kit, the plugin for hosts, the release commands, and the rollout plane,
          which is the server alone, for hosts that you have: npx ./dist/portico-plane-*.tgz start (Node 22.16 or later)`

await runScript(
  { usage: 'npm run package [-- --npm]', summary, flags: { npm: { type: 'boolean' } } },
  async ({ flags }) => {
    await ensureBuilt()
    const files = flags.npm ? await packPackages() : [await packSite(await packKit())]
    for (const file of files) console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
  },
)
