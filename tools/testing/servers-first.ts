import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts the servers' tests first: they often wait, and by the end nothing would be left to do meanwhile. */
export class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isServers = ({ project }: TestSpecification) => project.name === 'node'
    return [...sorted.filter(isServers), ...sorted.filter((file) => !isServers(file))]
  }
}
