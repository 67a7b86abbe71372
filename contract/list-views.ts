import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Id, SingleLineText } from './core/values.ts'

/** Who has a view beside its owner: nobody, the team that the owner leads or belongs to, everybody who may open the list. */
const viewAudiences = ['nobody', 'team', 'all'] as const
export type ViewAudience = (typeof viewAudiences)[number]
/** So many views one person keeps, of all lists together. */
export const maxListViews = 50

/** The path of a list in the contract, with its parameters as they are declared: '/clients', '/imports/:importId/rows'. */
const ListPath = z.string().regex(/^\/[a-zA-Z][a-zA-Z/:-]{0,99}$/)
const FieldName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/)
const ColumnKeys = z.array(FieldName).max(60)

/** What a view sets: filters and order as an address has them, and the columns as the person arranged them. */
export const ListViewState = z.strictObject({
  filters: z.record(FieldName, SingleLineText(1, 1000)),
  sort: FieldName,
  direction: z.enum(['asc', 'desc']),
  columns: z.strictObject({ order: ColumnKeys, hidden: ColumnKeys, shown: ColumnKeys, dense: z.boolean() }),
})
export type ListViewState = z.infer<typeof ListViewState>

export const ListView = z.object({
  id: Id,
  list: ListPath,
  name: z.string(),
  sharedWith: z.enum(viewAudiences),
  isOwn: z.boolean(),
  ownerName: z.string().nullable(),
  isDefault: z.boolean(),
  version: z.number().int(),
  state: ListViewState,
  /** Filters, values and columns that were kept and that the list no longer has. */
  dropped: z.array(z.string()),
})
export type ListView = z.infer<typeof ListView>

/** The view that a list opens with, as the session has it. */
export const DefaultListView = ListView.pick({ id: true, list: true, name: true, state: true })
export type DefaultListView = z.infer<typeof DefaultListView>

const viewParams = z.object({ viewId: Id })
const ViewName = SingleLineText(1, 60)
const allowedInViewReason = 'how lists look is the person’s own, in whoever’s view'

export const getListViews = defineEndpoint({
  method: 'GET',
  path: '/list-views',
  about: ['listViews'],
  summary: 'My views of a list and those that are shared with me, in my order',
  open: 'signedIn',
  query: z.object({ list: ListPath }),
  output: z.object({
    views: z.array(ListView),
    /** With whom I may share a view of this list. */
    audiences: z.array(z.enum(viewAudiences)),
  }),
})

export const getListView = defineEndpoint({
  method: 'GET',
  path: '/list-views/:viewId',
  about: ['listViews'],
  summary: 'One view of a list',
  open: 'signedIn',
  params: viewParams,
  output: ListView,
})

/** Throws `listView.nameTaken`, `listView.tooMany`, `listView.audience`. */
export const createListView = defineEndpoint({
  method: 'POST',
  path: '/list-views',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Keep a view of a list',
  open: 'signedIn',
  body: z.object({ list: ListPath, name: ViewName, sharedWith: z.enum(viewAudiences), state: ListViewState }),
  output: ListView,
})

/** What is given is changed. Only the owner may: 404 for everybody else. Throws as `createListView`, and `conflict.changed`. */
export const changeListView = defineEndpoint({
  method: 'PATCH',
  path: '/list-views/:viewId',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Rename a view of mine, share it, or keep other filters, order and columns in it',
  open: 'signedIn',
  params: viewParams,
  body: z.object({
    version: z.number().int().min(1),
    name: ViewName.optional(),
    sharedWith: z.enum(viewAudiences).optional(),
    state: ListViewState.optional(),
  }),
  output: ListView,
})

export const removeListView = defineEndpoint({
  method: 'POST',
  path: '/list-views/:viewId/remove',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Delete a view of mine; it can be restored for a day',
  open: 'signedIn',
  params: viewParams,
  body: z.object({}),
  output: z.object({}),
})

export const restoreListView = defineEndpoint({
  method: 'POST',
  path: '/list-views/:viewId/restore',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Undo the deletion of a view',
  open: 'signedIn',
  params: viewParams,
  body: z.object({}),
  output: ListView,
})

export const orderListViews = defineEndpoint({
  method: 'PUT',
  path: '/list-views/order',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Put the views of a list in an order of my own',
  open: 'signedIn',
  body: z.object({ list: ListPath, viewIds: z.array(Id).max(200) }),
  output: z.object({}),
})

export const setDefaultListView = defineEndpoint({
  method: 'PUT',
  path: '/list-views/default',
  changes: ['listViews'],
  allowedInViewReason,
  summary: 'Open a list with this view, or with none',
  open: 'signedIn',
  body: z.object({ list: ListPath, viewId: Id.nullable() }),
  output: z.object({}),
})
