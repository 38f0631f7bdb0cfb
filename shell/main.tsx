import './layout/styles/tokens.css'
import './layout/styles/font.css'
import './layout/styles/base.css'
import './layout/styles/script-failure.css'
import './layout/styles/site-search.css'
import { runInTask } from '@portico/kit/yield-to-main.ts'

// As an error of the page, which those who watch it notice.
void run().catch(reportError)

// Evaluates large modules in separate tasks so the browser can paint and respond in between. They are all in one file;
// naming the exports keeps the rest of each package out of it.
async function run(): Promise<void> {
  await runInTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["Router", "useRoutes"] */ 'react-router'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["startFederation"] */ './remotes/federation.ts'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["readPageData"] */ './boot/read-page-data.ts'),
  )
  await runInTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createSessionStore"] */ './session/session-store.ts'),
  )
  const { start } = await runInTask(() => import(/* webpackMode: "eager" */ './boot/start.tsx'))
  await start()
}
