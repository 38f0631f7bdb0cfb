import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import {
  DiscoveryDocumentSchema,
  PageDataSchema,
  pageDataId,
} from '@portico/protocol/discovery/discovery-document.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { type CodeHost, startCodeHost } from './code-host.ts'
import { type Contexts, findWorkflowErrors, listScripts } from './github-job.ts'
import { listJobs, readJob } from './gitlab-pipeline.ts'
import { createTeamRepository } from './team-repository.ts'

const token = 'of the job'

test('the workflows of a new repository work as on GitHub and GitLab, from install to a release', async ({
  newSite,
}) => {
  await packKit()
  const { site, openPageAs } = await newSite({})
  const team = createTeamRepository(site)
  await team.create('weather')
  const host = await startCodeHost([token])
  const scratch = mkdtempSync(join(tmpdir(), 'portico-ci-'))
  const workflow = join(team.folder, '.github/workflows/release.yml')
  const RELEASE_TOKEN = readAdminToken(site)
  const getVersions = async () => {
    const response = await fetch(site.origin + paths.discovery)
    const { weather } = v.parse(DiscoveryDocumentSchema, await response.json()).remotes
    return [weather?.stable.version, weather?.canary?.release.version]
  }

  /** Runs the job as GitHub does: each script in a file, with `bash -e`. */
  async function runOnGitHub(contexts: Contexts, attempt: number, description: string): Promise<string[]> {
    const event = join(scratch, 'event.json')
    writeFileSync(event, JSON.stringify({ pull_request: { number: 12, body: description } }))
    const scripts = listScripts(workflow, contexts)
    for (const { run, env } of scripts) {
      const file = join(scratch, 'script.sh')
      writeFileSync(file, run)
      const variables = {
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: contexts.github.event_name,
        GITHUB_EVENT_PATH: event,
        GITHUB_API_URL: host.origin,
        GITHUB_REPOSITORY: 'ada/weather',
        GITHUB_RUN_NUMBER: '345',
        GITHUB_RUN_ATTEMPT: String(attempt),
      }
      await team.run({ ...variables, ...env }, 'bash', '-e', file)
    }
    return scripts.map(({ run }) => run.trim().split('\n').at(-1) ?? '')
  }

  /** Runs a job as GitLab does: its scripts after each other, in one shell that stops at the first error. */
  async function runOnGitLab(job: string, given: Record<string, string>): Promise<void> {
    const { script, variables } = readJob(team.folder, job)
    const own = { CI: 'true', GITLAB_CI: 'true', GITLAB_TOKEN: token, RELEASE_TOKEN }
    await team.run({ ...own, ...variables, ...given }, 'bash', '-eo', 'pipefail', '-c', script)
  }

  const github = (event_name: string, more: Partial<Contexts> = {}): Contexts => ({
    github: { event_name, token },
    secrets: { RELEASE_TOKEN },
    ...more,
  })

  await test.step('GitHub’s own parser finds nothing wrong', async () => {
    expect(await findWorkflowErrors(workflow)).toEqual([])
    team.edit('.github/workflows/release.yml', 'pull-requests: write', 'pull-request: write')
    expect(await findWorkflowErrors(workflow)).toEqual([expect.stringContaining("'pull-request'")])
    team.edit('.github/workflows/release.yml', 'pull-request: write', 'pull-requests: write')
  })

  await test.step('a pull request is tested, and gets one comment with a link that shows it', async () => {
    const request = github('pull_request')
    expect(await runOnGitHub(request, 1, '')).toEqual([
      'npm ci',
      'npx --no-install portico test',
      'npx --no-install portico review',
    ])
    const [first, own, ...further] = host.listComments()
    expect([first, further]).toEqual(['Please add hail.', []])
    expect(own).toContain('- weather `1.0.0-pr12.345.1`')
    const page = await openPageAs('signed out')
    await openLink(page, host)
    await page.goto('/weather')
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    expect(await getVersions()).toEqual([undefined, undefined])
  })

  await test.step('the next run replaces the comment, and its link shows releases of other remotes, too', async () => {
    const version = site.releases.remotes.portfolio?.stable.version
    await runOnGitHub(github('pull_request'), 2, `Rain in the list.\n\nPreview with: portfolio@${version}`)
    expect(host.listComments().length).toBe(2)
    expect(host.listComments()[1]).toContain('- weather `1.0.0-pr12.345.2`')
    expect(host.listComments()[1]).toContain(`- portfolio \`${version}\``)
    const page = await openPageAs('signed out')
    await openLink(page, host)
    await page.goto('/weather')
    const { remotes } = v.parse(
      PageDataSchema,
      JSON.parse((await page.locator(`#${pageDataId}`).textContent()) ?? ''),
    )
    const previewed = remotes.filter(({ arm }) => arm === 'preview').map(({ name }) => name)
    expect(previewed.toSorted()).toEqual(['portfolio', 'weather'])
  })

  await test.step('a fork, which has no secrets, is only tested; so is a push', async () => {
    const fork = github('pull_request', { secrets: {} })
    expect(listScripts(workflow, fork).map(({ run }) => run)).toEqual([
      'npm ci',
      'npx --no-install portico test',
    ])
    expect(listScripts(workflow, github('push')).map(({ run }) => run)).toEqual([
      'npm ci',
      'npx --no-install portico test',
    ])
  })

  await test.step('starting the workflow releases the version in package.json', async () => {
    await runOnGitHub(github('workflow_dispatch', { inputs: { plan: 'now' } }), 1, '')
    expect(await getVersions()).toEqual(['1.0.0', undefined])
  })

  await test.step('GitLab: a merge request is tested, and has its own comment that the next run replaces', async () => {
    for (const args of [
      ['init', '--quiet', '--initial-branch', 'main'],
      ['add', '.'],
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'Weather'],
      ['remote', 'add', 'origin', 'git@gitlab.com:ada/weather.git'],
    ])
      await team.run({}, 'git', ...args)
    const request = {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: '3',
      CI_PROJECT_ID: '7',
      CI_PIPELINE_IID: '20',
      CI_API_V4_URL: `${host.origin}/api/v4`,
    }
    const merge = { CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_BRANCH: '' }
    expect(listJobs(team.folder, { ...merge, RELEASE_TOKEN: 'secret' })).toEqual({
      test: 'on_success',
      review: 'on_success',
      release: 'never',
    })
    expect(listJobs(team.folder, merge).review).toBe('never') // of a fork
    await runOnGitLab('test', request)
    await runOnGitLab('review', { ...request, CI_JOB_ID: '1' })
    await runOnGitLab('review', { ...request, CI_JOB_ID: '2' })
    expect(host.listComments().length).toBe(2) // of the same marker: here both services have the same comments
    expect(host.listComments()[1]).toContain('- weather `1.0.0-mr3.20.2`')
  })

  await test.step('GitLab: the job that is started by hand releases to testers first', async () => {
    team.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    const onMain = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' }
    expect(listJobs(team.folder, onMain)).toEqual({ test: 'on_success', review: 'never', release: 'manual' })
    await runOnGitLab('release', onMain)
    expect(await getVersions()).toEqual(['1.0.0', '1.1.0'])
  })

  await test.step('GitLab’s schema refuses a file that is wrong', async () => {
    team.edit('.gitlab-ci.yml', 'when: manual', 'when: manul')
    expect(() => listJobs(team.folder, {})).toThrow("'when' property must be one of")
  })

  await host.stop()
  rmSync(scratch, { recursive: true })
  team.remove()
})

/** Opens the link of the comment, and agrees to the preview. */
async function openLink(page: Page, host: CodeHost): Promise<void> {
  const [, link = ''] = /\((http\S+\/-\/preview\/\S+)\)/.exec(host.listComments()[1] ?? '') ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Show preview' }).click()
}
