import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { handleTasks } from '../http/background/handle-tasks.ts'

/** What a thread that runs this module does: one that hangs has to be ended. */
export type Command = 'answer' | 'throw' | 'exit' | 'hang'

/** What it answers. */
export interface ThreadState {
  readonly threadId: number
  readonly priority: number
}

handleTasks((command: Command): ThreadState => {
  if (command === 'throw') throw new Error('as commanded')
  if (command === 'exit') process.exit(3)
  while (command === 'hang');
  return { threadId, priority: getPriority() }
})
