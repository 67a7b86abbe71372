import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'

const module = 'bt_AgendaComercial'

const FeedState = z.object({ createdAt: z.string(), readAt: z.string().nullable() })

export const getAgendaFeed = defineEndpoint({
  method: 'GET',
  path: '/agenda/feed',
  about: ['personal'],
  summary: 'Whether my agenda can be read by a private address, and when that was done last',
  module,
  action: 'view',
  output: z.object({ feed: FeedState.nullable() }),
})

/** The one before no longer opens. The address is told in this answer and never again. */
export const createAgendaFeed = defineEndpoint({
  method: 'POST',
  path: '/agenda/feed',
  changes: ['personal'],
  summary: 'Make a private address by which a telephone reads my agenda',
  module,
  action: 'view',
  output: z.object({ address: z.string() }),
})

export const removeAgendaFeed = defineEndpoint({
  method: 'DELETE',
  path: '/agenda/feed',
  changes: ['personal'],
  summary: 'Take the private address of my agenda away',
  module,
  action: 'view',
  output: z.object({ removed: z.literal(true) }),
})

/** iCalendar (RFC 5545), for programs that read a calendar again and again. 404 where the address is none, or none any more. */
export const readAgendaFeed = defineEndpoint({
  method: 'GET',
  path: '/public/agenda/:token/agenda.ics',
  about: ['contacts'],
  summary: 'The meetings of whoever made the address',
  open: 'anybody',
  params: z.object({ token: z.string().min(1).max(100) }),
  output: z.string(),
})
