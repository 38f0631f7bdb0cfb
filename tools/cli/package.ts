import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../build/ensure-built.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { packSite } from '../package/pack-site.ts'
import { main } from '../system/run-command.ts'

const help = `Usage: npm run package

Builds what has changed and writes dist/portico-<version>-<platform>.tar.gz: the built apps, the server and what it needs at run
time. Unpacked, it needs only Node 24 or later: node portico.js. It runs only on this machine's platform, because its image
library is platform-specific. For another platform, run this command there. SITE_CONFIG names the site's configuration.`

await main(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) return console.log(help)
  await ensureBuilt()
  const file = await packSite(await packKit())
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
})
