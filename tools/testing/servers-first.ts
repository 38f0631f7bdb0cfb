import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts the servers' tests first: they often wait, and other tests can run in the gaps. */
export class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isServers = ({ project }: TestSpecification) => project.name === 'node'
    return [...sorted.filter(isServers), ...sorted.filter((file) => !isServers(file))]
  }
}
