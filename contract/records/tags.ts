import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { Id, SingleLineText } from '../core/values.ts'
import { recordBasePath, recordParams } from '../records.ts'
import { Tag, tagColors } from './tag.ts'

export const maxTags = 20
const TagName = SingleLineText(1, 40)
const TagColorSchema = z.enum(tagColors)
const TagVersion = z.number().int().min(1)

/** The tags of the firm that the record doesn't have, by name. */
export const searchTags = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/tags`,
  about: ['tags'],
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
export const addTag = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/tags`,
  changes: ['recordPanels', 'tags'],
  summary: 'Put a tag on a record',
  open: 'signedIn',
  params: recordParams,
  body: z.object({ name: TagName }),
  output: Tag,
})

export const removeTag = defineEndpoint({
  method: 'DELETE',
  path: `${recordBasePath}/tags/:tagId`,
  changes: ['recordPanels', 'tags'],
  summary: 'Take a tag off a record',
  open: 'signedIn',
  params: recordParams.extend({ tagId: Id }),
  output: z.object({}),
})

export const ManagedTag = Tag.extend({ version: TagVersion, records: z.number().int() })
export type ManagedTag = z.infer<typeof ManagedTag>
const viewAccess = { module: 'bt_Ajustes', action: 'view' } as const
const editAccess = { module: 'bt_Ajustes', action: 'edit' } as const
const tagParams = z.object({ tagId: Id })

export const listTags = defineEndpoint({
  method: 'GET',
  path: '/settings/tags',
  about: ['tags'],
  summary: 'Tags of the firm, with how many records have each',
  ...viewAccess,
  output: z.object({ tags: z.array(ManagedTag) }),
})

/** `tag.taken` where another one has the name: those two can be merged. */
export const changeTag = defineEndpoint({
  method: 'PATCH',
  path: '/settings/tags/:tagId',
  changes: ['recordPanels', 'tags'],
  summary: 'Rename a tag or give it another colour',
  ...editAccess,
  params: tagParams,
  body: z.object({ name: TagName, color: TagColorSchema, version: TagVersion }),
  output: ManagedTag,
})

export const mergeTag = defineEndpoint({
  method: 'POST',
  path: '/settings/tags/:tagId/merge',
  changes: ['recordPanels', 'tags'],
  summary: 'Give the records of a tag another one instead, and delete it',
  ...editAccess,
  params: tagParams,
  body: z.object({ intoId: Id, version: TagVersion }),
  output: ManagedTag,
})

export const deleteTag = defineEndpoint({
  method: 'POST',
  path: '/settings/tags/:tagId/delete',
  changes: ['recordPanels', 'tags'],
  summary: 'Delete a tag, and take it off every record',
  ...editAccess,
  params: tagParams,
  body: z.object({ version: TagVersion }),
  output: z.object({}),
})
