import { describe, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runReleaseCli } from './run-release-cli.ts'

const unreachable = { RELEASE_URL: 'http://127.0.0.1:1', RELEASE_TOKEN: 'secret' }

async function release(args: readonly string[], environment: Record<string, string> = {}) {
  const printed: string[] = []
  const errors: string[] = []
  const exitCode = await runReleaseCli(args, {
    environment,
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  })
  return { exitCode, printed: printed.join('\n'), errors: errors.join('\n') }
}

describe('help', () => {
  test('lists every command, the settings and the exit codes', async () => {
    const { exitCode, printed } = await release(['help'])
    expect(exitCode).toBe(0)
    for (const name of [...Object.keys(commands), 'mcp']) expect(printed).toContain(`  ${name}`)
    expect(printed).toMatch(/RELEASE_URL.*RELEASE_TOKEN/)
    expect(printed).toContain('4  rolled back')
  })

  test.each([...Object.keys(commands), 'mcp'])('of %s shows its usage', async (name) => {
    const { exitCode, printed } = await release([name, '--help'])
    expect(exitCode).toBe(0)
    expect(printed).toContain(`npm run release -- ${name}`)
  })

  test('of a command explains its flags', async () => {
    const { printed } = await release(['start', '--help'])
    expect(printed).toContain('--plan mid       5 to 80 loads a minute')
  })

  test('is JSON with --json', async () => {
    const { exitCode, printed } = await release(['help', '--json'])
    expect(exitCode).toBe(0)
    const { commands: listed } = JSON.parse(printed)
    expect(listed.map(({ command }: { command: string }) => command)).toEqual([
      ...Object.keys(commands),
      'mcp',
    ])
    for (const args of [
      ['help', 'publish', '--json'],
      ['publish', '--help', '--json'],
    ])
      expect(JSON.parse((await release(args)).printed)).toMatchObject({ usage: commands.publish?.usage })
  })

  test('is printed without a command, too, with the exit code for wrong usage', async () => {
    expect(await release([])).toMatchObject({ exitCode: 2, printed: expect.stringContaining('publish') })
  })
})

describe('a usage error exits with 2 and a message', () => {
  test.each([
    { args: ['fly'], says: 'Unknown command "fly". `npm run release -- help` lists all commands.' },
    {
      args: ['stauts'],
      says: 'Unknown command "stauts". Did you mean "status"? `npm run release -- help` lists',
    },
    { args: ['status', '--minutes'], says: '--minutes needs a value.' },
    { args: ['toString'], says: 'Unknown command' },
    { args: ['status', '--fast'], says: "Unknown option '--fast'" },
    { args: ['off', 'things', '--raeson', 'x'], says: 'Did you mean "--reason"?' },
    {
      args: ['start', 'things', '1.1.0', '--steps', '5:30,50:5,100'],
      says: '--steps, step 2 (50:5): expected 10 to 10080 minutes. For example: --steps 5:30,50:60,100',
    },
    { args: ['start', 'things', '1.1.0', '--steps', '5,many'], says: '--steps, step 2 (many): ' },
    { args: ['start', 'things', '1.1.0', '--plan', 'now', '--steps', '5,100'], says: 'has no steps' },
    { args: ['advance', 'things', '--to', '101', '--reason', 'x'], says: 'above 0 and at most 100, got 101' },
    { args: ['advance', 'things', '--to', '50'], says: 'Missing flag: --reason "why earlier"' },
    { args: ['change-plan', 'things', '--plan', 'low'], says: 'Missing flag: --reason' },
    { args: ['change-plan', 'things', '--plan', 'now', '--reason', 'x'], says: 'advance --to 100 --reason' },
    {
      args: ['start', 'things', '1.1.0', '--plan', 'standart'],
      says: 'got "standart". Did you mean "standard"?',
    },
    { args: ['start', '--plan', 'mid'], says: 'Missing argument: the name of a remote.' },
    { args: ['rollback', 'things'], says: 'Missing flag: --reason' },
    { args: ['off', 'things', '--reason', ' '], says: 'Missing flag: --reason' },
    { args: ['explain', 'things', '10000'], says: 'The bucket must be a whole number from 0 to 9999.' },
    { args: ['diff', '7', 'x'], says: 'Pass two revisions, for example 3 7.' },
    { args: ['token', 'crate'], says: 'got "crate". Did you mean "create"?' },
    { args: ['token', 'steal'], says: 'Expected create, list or revoke, got "steal".' },
    { args: ['token', 'delete', '3'], says: 'Expected create, list or revoke, got "delete".' },
    { args: ['grant', 'ada'], says: 'Missing flag: --scopes' },
    { args: ['grant', 'revoke'], says: 'Missing argument: a username.' },
    { args: ['simulate'], says: 'Missing flag: --loads-per-minute' },
    { args: ['simulate', '--loads-per-minute', 'many'], says: 'got "many"' },
    {
      args: ['simulate', '--loads-per-minute', '-3'],
      says: '--loads-per-minute needs a value. If it begins with a dash: --loads-per-minute=-…\nUsage:',
    },
    {
      args: ['preview', 'things', '1.0.0', '--revoke'],
      says: '--revoke ends every preview of things. Pass nothing else with it.',
    },
    { args: ['publish', 'things', '--no-browser'], says: 'Missing flag: --reason' },
  ])('$args: $says', async ({ args, says }) => {
    const { exitCode, errors } = await release(args, unreachable)
    expect(errors).toContain(says)
    expect(exitCode).toBe(2)
  })

  test('a flag that is like no other has no suggestion', async () => {
    const { exitCode, errors } = await release(['publish', 'things', '--version', '1.1.0'], unreachable)
    expect(errors).toMatch(/^Unknown option '--version'\.\nUsage: /)
    expect(exitCode).toBe(2)
  })

  test.each([
    { environment: {}, says: 'Set RELEASE_URL to the address of the site' },
    { environment: { RELEASE_URL: 'http://127.0.0.1:1' }, says: 'Set RELEASE_TOKEN to your token' },
  ])('$environment: $says', async ({ environment, says }) => {
    const { exitCode, errors } = await release(['status'], environment)
    expect(errors).toContain(says)
    expect(exitCode).toBe(2)
  })
})

test('--version prints a version', async () => {
  expect(await release(['--version'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

test('a topic of help that does not exist is an error', async () => {
  expect(await release(['help', 'pubish'])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('Unknown command "pubish". Did you mean "publish"?'),
  })
  expect((await release(['help', 'publish'])).printed).toContain('npm run release -- publish')
})

describe('nothing runs with an argument that would be ignored', () => {
  test.each(Object.entries(commands))('by %s', async (name, { maxArguments }) => {
    const limit = typeof maxArguments === 'number' ? maxArguments : maxArguments([])
    const args = Array.from({ length: limit }, () => 'list')
    const { exitCode, errors } = await release([name, ...args, 'surplus'], unreachable)
    expect(errors).toContain('Unexpected argument "surplus".')
    expect(exitCode).toBe(2)
  })

  test.each([
    { args: ['rollback', 'things', '1.0.0'], meant: '--to 1.0.0' },
    { args: ['rollback', 'things', '1.0.0', '--reason', 'it blinks'], meant: '--to 1.0.0' },
    { args: ['start', 'things', '1.1.0', 'mid'], meant: '--plan mid' },
    { args: ['start', 'things', '1.1.0', '5:30,100'], meant: '--steps 5:30,100' },
    { args: ['advance', 'things', '25%'], meant: '--to 25' },
    { args: ['status', 'things', 'watch'], meant: '--watch' },
    { args: ['status', 'things', '60'], meant: '--minutes 60' },
    { args: ['publish', 'things', 'dist/things'], meant: '--folder dist/things' },
    { args: ['off', 'things', 'broken'], meant: '--reason "broken"' },
  ])('$args: the error says what was meant: $meant', async ({ args, meant }) => {
    expect((await release(args, unreachable)).errors).toContain(`Did you mean ${meant}?`)
  })

  test('a reason without quotes', async () => {
    const { errors } = await release(['off', 'things', '--reason', 'it', 'is', 'broken'], unreachable)
    expect(errors).toContain(
      'Unexpected arguments "is broken". Put several words in quotes: --reason "it is broken".',
    )
  })
})

test('simulate needs no site and prints text or JSON', async () => {
  const args = ['simulate', '--loads-per-minute', '400', '--runs', '5', '--canary-failures', '60']
  expect((await release(args)).printed).toMatch(/^Plan standard, 5 rollouts: 0 completed, 5 rolled back/)
  expect(JSON.parse((await release([...args, '--json'])).printed)).toMatchObject({ runs: 5, rolledBack: 5 })
})
