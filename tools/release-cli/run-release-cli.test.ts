import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { verbs } from './commands.ts'
import { runRelease } from './run-release-cli.ts'

const nowhere = { RELEASE_URL: 'http://127.0.0.1:1', RELEASE_TOKEN: 'secret' }

async function release(args: readonly string[], environment: Record<string, string> = {}) {
  const printed: string[] = []
  const aside: string[] = []
  const exitCode = await runRelease(args, {
    environment,
    print: (text) => printed.push(text),
    printAside: (text) => aside.push(text),
  })
  return { exitCode, printed: printed.join('\n'), aside: aside.join('\n') }
}

describe('help', () => {
  test('names every verb, what is needed and how the command ends', async () => {
    const { exitCode, printed } = await release(['help'])
    expect(exitCode).toBe(0)
    for (const name of Object.keys(verbs)) expect(printed).toContain(`  ${name}`)
    expect(printed).toMatch(/RELEASE_URL.*RELEASE_TOKEN/)
    expect(printed).toContain('4 rolled back')
  })

  test.each(Object.keys(verbs))('of %s shows its words', async (name) => {
    const { exitCode, printed } = await release([name, '--help'])
    expect(exitCode).toBe(0)
    expect(printed).toContain(`npm run release -- ${name}`)
  })

  test('of a verb says what its flags mean', async () => {
    const { printed } = await release(['start', '--help'])
    expect(printed).toContain('--plan mid       5 to 80 loads a minute')
  })

  test('comes without a verb, too, as a wrong usage', async () => {
    expect(await release([])).toMatchObject({ exitCode: 2, printed: expect.stringContaining('publish') })
  })
})

describe('what was typed wrongly ends with 2 and a sentence', () => {
  test.each([
    { args: ['fly'], says: 'There is no verb "fly". There are: check,' },
    { args: ['toString'], says: 'There is no verb' },
    { args: ['status', '--fast'], says: "Unknown option '--fast'" },
    { args: ['start', 'things', '1.1.0'], says: 'Expected --plan with one of low, mid, standard, now.' },
    { args: ['start', '--plan', 'mid'], says: 'Expected the name of a remote.' },
    { args: ['rollback', 'things'], says: 'Expected --reason' },
    { args: ['off', 'things', '--reason', ' '], says: 'Expected --reason' },
    { args: ['why', 'things', '10000'], says: 'Expected a bucket from 0 to 9999.' },
    { args: ['diff', '7', 'x'], says: 'Expected two revisions, such as 3 7.' },
    { args: ['token', 'steal'], says: 'Expected create, list or withdraw, got "steal".' },
    { args: ['simulate'], says: 'Expected --loads-per-minute' },
    { args: ['simulate', '--loads-per-minute', 'many'], says: 'got "many"' },
    { args: ['publish', 'no-such-remote'], says: 'There is no folder remote-no-such-remote here.' },
    { args: ['publish', 'things', '--no-browser'], says: 'Expected --reason' },
    { args: ['publish', '../server'], says: 'There is no folder' },
    { args: ['publish', 'things', '--folder', 'tools/release'], says: 'it has no release.json' },
  ])('$args: $says', async ({ args, says }) => {
    const { exitCode, aside } = await release(args, nowhere)
    expect(aside).toContain(says)
    expect(exitCode).toBe(2)
  })

  test.each([
    { environment: {}, says: 'Set RELEASE_URL to the address of the site' },
    { environment: { RELEASE_URL: 'ada.example' }, says: 'Set RELEASE_URL' },
    { environment: { RELEASE_URL: 'http://127.0.0.1:1' }, says: 'Set RELEASE_TOKEN to your token' },
  ])('$environment: $says', async ({ environment, says }) => {
    const { exitCode, aside } = await release(['status'], environment)
    expect(aside).toContain(says)
    expect(exitCode).toBe(2)
  })
})

describe('a site', () => {
  test('that does not answer is named, and the token is not', async () => {
    const { exitCode, aside } = await release(['status'], nowhere)
    expect(aside).toBe('http://127.0.0.1:1 does not answer. Is RELEASE_URL right, and is the site running?')
    expect(exitCode).toBe(1)
  })

  test.each([
    { status: 200, body: '<!doctype html>', says: 'answered something else than expected' },
    { status: 502, body: 'Bad gateway', says: 'The site answered 502 without a reason.' },
    {
      status: 403,
      body: JSON.stringify({
        code: 'token-scope',
        title: 'The token may not do this',
        status: 403,
        hint: 'Ask.',
      }),
      says: 'The token may not do this. Ask.',
    },
  ])('that answers $status is told of: $says', async ({ status, body, says }) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // it listens on a port
    const { exitCode, aside } = await release(['status'], {
      ...nowhere,
      RELEASE_URL: `http://127.0.0.1:${port}`,
    })
    server.close()
    expect(aside).toContain(says)
    expect(exitCode).toBe(1)
  })
})

test('simulate needs no site, and answers in words and in JSON', async () => {
  const args = ['simulate', '--loads-per-minute', '400', '--runs', '5', '--canary-failures', '60']
  expect((await release(args)).printed).toMatch(/^Plan standard, 5 rollouts: 0 completed, 5 rolled back/)
  expect(JSON.parse((await release([...args, '--json'])).printed)).toMatchObject({ runs: 5, rolledBack: 5 })
})
