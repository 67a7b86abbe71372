import { z } from 'zod'
import { mapActivities } from './activity-models/activities.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { Cvl, Id, Money } from './core/values.ts'
import { positions } from './staff.ts'

const module = 'bt_Modelo'
const maxCount = 10_000
const Count = z.number().int()

export const ActivityModelRow = z.object({
  /** Of the member of staff. */
  id: Id,
  /** 'Apellidos, Nombre'. */
  name: z.string(),
  cvl: Cvl,
  position: z.enum(positions),
  calls: Count,
  newContacts: Count,
  /** Held reviews of each stage. */
  r1: Count,
  r2: Count,
  r3: Count,
  r4: Count,
  /** Contacts who became clients. */
  converted: Count,
  /** What the position should have done up to today, rounded; null without a model. */
  callsModel: Count.nullable(),
  newContactsModel: Count.nullable(),
  r1Model: Count.nullable(),
  r2Model: Count.nullable(),
  r3Model: Count.nullable(),
  r4Model: Count.nullable(),
  convertedModel: Count.nullable(),
  /** Mean of what was done of each activity that is asked for, none above a hundred, per cent; null where nothing is. */
  fulfilment: z.string().nullable(),
  /** Captation as goals are measured, beside what the goal is for the same days; null without a goal. */
  achieved: Money,
  goal: Money.nullable(),
  achievement: z.string().nullable(),
})
export type ActivityModelRow = z.infer<typeof ActivityModelRow>

export const listActivityModels = defineList({
  path: '/activity-models',
  summary: 'What each member of staff in reach did in a month or a year, beside what their position should do',
  module,
  row: ActivityModelRow,
  texts: 'activity-models',
  columns: {
    name: { width: 34 },
    cvl: { width: 14 },
    position: { words: 'staff:positions', width: 18 },
    calls: { kind: 'integer' },
    callsModel: { kind: 'integer' },
    newContacts: { kind: 'integer' },
    newContactsModel: { kind: 'integer' },
    r1: { kind: 'integer' },
    r1Model: { kind: 'integer' },
    r2: { kind: 'integer' },
    r2Model: { kind: 'integer' },
    r3: { kind: 'integer' },
    r3Model: { kind: 'integer' },
    r4: { kind: 'integer' },
    r4Model: { kind: 'integer' },
    converted: { kind: 'integer' },
    convertedModel: { kind: 'integer' },
    fulfilment: { kind: 'rate' },
    achieved: { kind: 'money' },
    goal: { kind: 'money' },
    achievement: { kind: 'rate' },
  },
  filters: {
    /** 'YYYY-MM', or 'YYYY' up to today; the month that runs unless said. */
    period: z
      .string()
      .regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/)
      .optional(),
    position: z.enum(positions).optional(),
    /** Name or CVL. */
    search: z.string().trim().max(80).optional(),
  },
  sortable: ['name', 'fulfilment', 'achieved', 'achievement'],
  defaultSort: { sort: 'name', direction: 'asc' },
  totals: z.object({
    ...mapActivities(() => Count),
    callsModel: Count,
    newContactsModel: Count,
    r1Model: Count,
    r2Model: Count,
    r3Model: Count,
    r4Model: Count,
    convertedModel: Count,
    achieved: Money,
    goal: Money,
  }),
})

const PositionModel = z.object({
  position: z.enum(positions),
  /** 0 where the position has none. */
  version: z.number().int(),
  /** Each month. */
  activities: z.object(mapActivities(() => Count)).nullable(),
})
export type PositionModel = z.infer<typeof PositionModel>

export const getPositionModels = defineEndpoint({
  method: 'GET',
  path: '/activity-models/positions',
  about: ['settings'],
  summary: 'What each position should do in a month',
  module,
  action: 'view',
  output: z.object({ positions: z.array(PositionModel) }),
})

/** `conflict.changed`. Null takes the model of the position away. */
export const setPositionModel = defineEndpoint({
  method: 'PUT',
  path: '/activity-models/positions/:position',
  changes: ['audit', 'settings'],
  summary: 'Set what a position should do in a month',
  module,
  action: 'edit',
  params: z.object({ position: z.enum(positions) }),
  body: z.strictObject({
    version: z.int().min(0),
    activities: z.strictObject(mapActivities(() => z.int().min(0).max(maxCount))).nullable(),
  }),
  output: PositionModel,
})
