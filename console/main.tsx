import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleRoutes } from './routes.tsx'

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <ConsoleRoutes />
  </StrictMode>,
)
