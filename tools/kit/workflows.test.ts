import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine } from '@portico/protocol/command-line/parse-command-line.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../release-cli/commands.ts'

const template = join(import.meta.dirname, 'template')
const EnvironmentSchema = v.record(v.string(), v.string())
const GitHubSchema = v.object({
  on: v.object({
    pull_request: v.object({ types: v.array(v.string()) }),
    push: v.object({ branches: v.array(v.string()) }),
    workflow_dispatch: v.object({
      inputs: v.object({ plan: v.object({ default: v.string(), options: v.array(v.string()) }) }),
    }),
  }),
  permissions: EnvironmentSchema,
  jobs: v.object({
    remote: v.object({
      env: EnvironmentSchema,
      steps: v.array(
        v.object({
          name: v.optional(v.string()),
          uses: v.optional(v.string()),
          if: v.optional(v.string()),
          env: v.optional(EnvironmentSchema, {}),
          run: v.optional(v.string()),
        }),
      ),
    }),
  }),
})
const RulesSchema = v.array(v.object({ if: v.string(), when: v.optional(v.string()) }))
const JobSchema = v.object({
  needs: v.optional(v.array(v.string())),
  rules: v.optional(RulesSchema),
  script: v.array(v.string()),
})
const GitLabSchema = v.object({
  default: v.object({ image: v.string(), before_script: v.array(v.string()) }),
  workflow: v.object({ rules: RulesSchema }),
  test: JobSchema,
  review: JobSchema,
  release: JobSchema,
})

const read = (file: string): unknown => parse(readFileSync(join(template, file), 'utf8'))
const github = v.parse(GitHubSchema, read('github-release.yml'))
const gitlab = v.parse(GitLabSchema, read('gitlab-ci.yml'))
const { steps } = github.jobs.remote

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-workflow-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "weather", "version": "1.2.0" }')
  for (const program of ['npm', 'npx']) {
    const file = join(folder, program)
    writeFileSync(file, `#!/bin/sh\necho "${program} $*" >> "${folder}/calls"\n`)
    chmodSync(file, 0o755)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a script as the services do: in a shell that stops at the first error. Returns the programs that it called. */
function run(script: string, environment: Record<string, string> = {}): string[] {
  writeFileSync(join(folder, 'calls'), '')
  const env = { ...environment, PATH: `${folder}:${process.env.PATH}` }
  execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
}

/** Commands of the CLI accept these arguments once the remote's name is added. */
function expectCommands(calls: readonly string[]): void {
  for (const call of calls) {
    const [, name = '', rest = ''] = /^npx --no-install portico (\S+)(.*)$/.exec(call) ?? []
    const command = commands[name]
    if (name === 'test') continue // of the kit alone
    expect(command, call).toBeDefined()
    if (command) parseCommandLine(command, ['weather', ...rest.trim().split(' ').filter(Boolean)])
  }
}

describe('the workflow for GitHub Actions', () => {
  const findStep = (text: string) => steps.find(({ run: script = '' }) => script.includes(text))

  test('installs and tests every change', () => {
    expect(steps.filter((step) => step.if === undefined).flatMap(({ run: script }) => script ?? [])).toEqual([
      'npm ci',
      'npx --no-install portico test',
    ])
    expect(run('npm ci\nnpx --no-install portico test')).toEqual(['npm ci', 'npx --no-install portico test'])
  })

  test('publishes a pull request for review, unless it comes from a fork, which has no secrets', () => {
    const step = findStep('review')
    expect(step?.if).toBe("github.event_name == 'pull_request' && env.RELEASE_TOKEN != ''")
    expect(github.permissions['pull-requests']).toBe('write')
    const calls = run(step?.run ?? '')
    expect(calls).toEqual(['npx --no-install portico review'])
    expectCommands(calls)
  })

  test('releases the version in package.json when someone starts it', () => {
    const step = findStep('start')
    expect(step?.if).toBe("github.event_name == 'workflow_dispatch'")
    const { plan } = github.on.workflow_dispatch.inputs
    for (const option of plan.options) {
      const calls = run(step?.run ?? '', { PLAN: option })
      expect(calls).toEqual([
        'npx --no-install portico publish',
        `npx --no-install portico start 1.2.0 --plan ${option}`,
      ])
      expectCommands(calls)
    }
    expect(plan.options).toContain(plan.default)
  })

  test('has no expression in a script, so that no title or branch can become a command', () => {
    for (const { run: script = '' } of steps) expect(script).not.toContain('${{')
  })
})

describe('the workflow for GitLab', () => {
  test('tests every change first', () => {
    expect(run([...gitlab.default.before_script, ...gitlab.test.script].join('\n'))).toEqual([
      'npm ci --cache .npm --prefer-offline',
      'npx --no-install portico test',
    ])
    expect([gitlab.review.needs, gitlab.release.needs]).toEqual([['test'], ['test']])
  })

  test('publishes a merge request for review, and releases manually', () => {
    expect(run(gitlab.review.script.join('\n'))).toEqual(['npx --no-install portico review'])
    expect(gitlab.review.rules?.[0]?.if).toContain('merge_request_event')
    const calls = run(gitlab.release.script.join('\n'), { PLAN: 'low' })
    expect(calls).toEqual([
      'npx --no-install portico publish',
      'npx --no-install portico start 1.2.0 --plan low',
    ])
    expectCommands(calls)
    expect(gitlab.release.rules?.[0]?.when).toBe('manual')
  })

  test('has the browser of the kit’s own version', () => {
    const { dependencies } = v.parse(
      v.object({ dependencies: EnvironmentSchema }),
      JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')),
    )
    expect(gitlab.default.image).toBe(
      `mcr.microsoft.com/playwright:v${dependencies['playwright-core']}-noble`,
    )
  })
})
