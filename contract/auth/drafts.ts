import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { Instant } from '../core/values.ts'

/** What was typed into a form and not yet sent. One per form and person; gone when the form is sent. */
export const FormDraft = z.object({
  form: z.string().min(1).max(200),
  values: z.record(z.string(), z.unknown()),
  savedAt: Instant,
})

const FormDraftParams = z.object({ form: z.string().min(1).max(200) })

export const getFormDraft = defineEndpoint({
  method: 'GET',
  path: '/me/drafts/:form',
  summary: 'What I had typed into this form',
  open: 'signedIn',
  combinable: true,
  params: FormDraftParams,
  output: z.object({ draft: FormDraft.nullable() }),
})

export const saveFormDraft = defineEndpoint({
  method: 'PUT',
  path: '/me/drafts/:form',
  changes: [],
  allowedInViewReason: 'keeps what was typed; nothing is sent',
  summary: 'Keep what I have typed into this form; at most 64 kB',
  open: 'signedIn',
  allowedSessionStates: ['locked'],
  params: FormDraftParams,
  body: z.object({ values: z.record(z.string(), z.unknown()) }),
  output: z.object({ kept: z.literal(true) }),
})

export const deleteFormDraft = defineEndpoint({
  method: 'DELETE',
  path: '/me/drafts/:form',
  changes: [],
  allowedInViewReason: 'keeps what was typed; nothing is sent',
  summary: 'Forget what I had typed into this form',
  open: 'signedIn',
  params: FormDraftParams,
  output: z.object({ dropped: z.literal(true) }),
})
