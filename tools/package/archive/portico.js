#!/usr/bin/env -S node --disable-warning=ExperimentalWarning --max-semi-space-size=4 --v8-pool-size=1 --heap-growing-percent=100
// Starts a packed server: a site, or the rollout plane alone. Plain JavaScript that an old Node can parse, to say which one is needed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const archive = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const { node, platform } = archive.portico
const isPlane = archive.bin !== undefined

const settings = `Every setting is an environment variable. The most important ones:

  PORT, HOST      where the server listens; 3000 on 127.0.0.1
  DATA_DIR        a writable folder for the database, releases and secrets; .data in the current folder`

const planeHelp = `Portico ${archive.version}: the rollout plane

Usage: portico-plane start | data <command> | --ready | --version

start serves releases, rollouts, the console and metrics; data backs up, restores, verifies and moves its data; --ready waits until it
responds, for 60 seconds at most. ${settings}
  PUBLIC_URL      the address from which browsers load releases, such as https://releases.example.com
  CONSOLE_PORT, CONSOLE_URL   the port and the address of the console
  HOSTS           your hosts, each with the origin of its pages, such as shop=https://shop.example.com
  METRICS_TOKEN   who may read metrics
  TRUST_PROXY     the addresses of your proxies, such as loopback`

const siteHelp = `Portico ${archive.version} for ${platform}

Usage: node portico.js [--help | --version | --ready | data <command>]

Serves the site. With --ready, waits until the site that was started with the same settings serves pages, for 60 seconds at
most; data backs up, restores, verifies and moves the data of a site. ${settings}
  PUBLIC_URL      the address that visitors use, such as https://example.com
  CONSOLE_URL     the address of the release console, such as https://console.example.com
  TRUST_PROXY     the addresses of your proxies, such as loopback
  DATABASE_URL    a PostgreSQL database to use instead of the embedded one
  SMTP_URL, MAIL_FROM   the mail server and the sender
  SITE_CONFIG     your name and links; site.config.json of this archive
  CONTENT_DIR     your built texts and images; content of this archive

deploy/ has configurations for systemd, containers, nginx and Caddy. In the repository, docs/settings.md lists all settings.
The archive itself is only read.`

const [argument, ...others] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') console.log(isPlane ? planeHelp : siteHelp)
else if (argument === '--version') console.log(archive.version)
else if (argument === 'data') runData()
else if (argument === '--ready' && others.length === 0) waitUntilReady()
else if (argument === (isPlane ? 'start' : undefined) && others.length === 0) start()
else
  stop(
    `Expected ${isPlane ? 'start' : 'no argument'}, got ${process.argv.slice(2).join(' ') || 'no argument'}. Settings are environment variables: see --help.`,
  )

function requireMachine() {
  const [major, minor = 0] = String(node).split('.').map(Number)
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number)
  if (runningMajor < major || (runningMajor === major && runningMinor < minor))
    stop(`Expected Node ${node} or later, got ${process.versions.node}. Install it from https://nodejs.org.`)
  if (isPlane) return
  const [system, processor] = platform.split('-')
  if (system.replace('linuxmusl', 'linux') !== process.platform || processor !== process.arch)
    stop(
      `This archive is for ${platform}, and this machine is ${process.platform}-${process.arch}. Make one with \`npm run package\` on such a machine.`,
    )
}

function start() {
  requireMachine()
  if (!isPlane) setSiteDefaults()
  // The console's build is there, too.
  setDefault('PUBLISH_FROM', join(folder, 'apps'))
  import(pathToFileURL(join(folder, 'server/main.js')).href)
}

function setSiteDefaults() {
  const image = join(folder, 'site-image.png')
  // The image shows the values of the archive's own site.config.json.
  if (!process.env.SITE_CONFIG && existsSync(image)) setDefault('SITE_IMAGE', image)
  setDefault('SITE_CONFIG', join(folder, 'site.config.json'))
  setDefault('CONTENT_DIR', join(folder, 'content'))
}

function runData() {
  requireMachine()
  process.argv.splice(2, 1)
  import(pathToFileURL(join(folder, 'server/data.js')).href)
}

async function waitUntilReady() {
  const { HOST, PORT } = process.env
  const host = !HOST || HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/-/health/ready`
  let reason = ''
  for (
    const end = Date.now() + 60_000;
    Date.now() < end;
    await new Promise((done) => setTimeout(done, 200))
  ) {
    if (hasServerEnded()) stop('The server has ended. Its own output says why.')
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      if (response.ok) return
      reason = `${response.status} ${await response.text()}`
    } catch (error) {
      reason = error.cause ? error.cause.message : error.message
    }
  }
  stop(`The site is not ready: expected 200 from ${url}, got ${reason}.`)
}

// systemd sets MAINPID, and would wait for this program although there is nothing to wait for.
function hasServerEnded() {
  const { MAINPID } = process.env
  if (!MAINPID) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function setDefault(name, value) {
  process.env[name] = process.env[name] || value // compose files pass unset variables as empty ones
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
