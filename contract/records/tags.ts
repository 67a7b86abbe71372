import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { Id, Line } from '../core/values.ts'
import { recordParams, recordRoot } from '../records.ts'
import { Tag, tagColors } from './tag.ts'

export const maxTags = 20
const name = Line(1, 40)
const color = z.enum(tagColors)
const version = z.number().int().min(1)

/** The tags of the firm that the record doesn't have, by name. */
export const searchTags = endpoint({
  method: 'GET',
  path: `${recordRoot}/tags`,
  summary: 'Tags of the firm that a record could have',
  open: 'signedIn',
  params: recordParams,
  query: z.object({ search: z.string().trim().max(40).default('') }),
  output: z.object({
    tags: z.array(Tag),
    /** A tag of just this name is there: nothing is to be created. */
    exact: z.boolean(),
  }),
})

/** By its name, in whatever case and with whatever accents: one that isn't there is created. */
export const addTag = endpoint({
  method: 'POST',
  path: `${recordRoot}/tags`,
  summary: 'Put a tag on a record',
  open: 'signedIn',
  params: recordParams,
  body: z.object({ name }),
  output: Tag,
})

export const removeTag = endpoint({
  method: 'DELETE',
  path: `${recordRoot}/tags/:tagId`,
  summary: 'Take a tag off a record',
  open: 'signedIn',
  params: recordParams.extend({ tagId: Id }),
  output: z.object({}),
})

export const ManagedTag = Tag.extend({ version, records: z.number().int() })
export type ManagedTag = z.infer<typeof ManagedTag>
const view = { module: 'bt_Ajustes', action: 'view' } as const
const edit = { module: 'bt_Ajustes', action: 'edit' } as const
const params = z.object({ tagId: Id })

export const listTags = endpoint({
  method: 'GET',
  path: '/settings/tags',
  summary: 'Tags of the firm, with how many records have each',
  ...view,
  output: z.object({ tags: z.array(ManagedTag) }),
})

/** `tag.taken` where another one has the name: those two can be merged. */
export const changeTag = endpoint({
  method: 'PATCH',
  path: '/settings/tags/:tagId',
  summary: 'Rename a tag or give it another colour',
  ...edit,
  params,
  body: z.object({ name, color, version }),
  output: ManagedTag,
})

export const mergeTag = endpoint({
  method: 'POST',
  path: '/settings/tags/:tagId/merge',
  summary: 'Give the records of a tag another one instead, and delete it',
  ...edit,
  params,
  body: z.object({ intoId: Id, version }),
  output: ManagedTag,
})

export const deleteTag = endpoint({
  method: 'POST',
  path: '/settings/tags/:tagId/delete',
  summary: 'Delete a tag, and take it off every record',
  ...edit,
  params,
  body: z.object({ version }),
  output: z.object({}),
})
