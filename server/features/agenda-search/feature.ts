import type { Feature } from '#server/core/feature.ts'
import { agendaSearchRoutes } from './agenda-search.list.ts'

export const feature: Feature = { routes: agendaSearchRoutes }
