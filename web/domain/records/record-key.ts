import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getRecordPanels, RecordEntity } from '#contract/records.ts'

export type RecordKey = { entity: RecordEntity; recordId: string }
export type PanelsState = ResponseBody<typeof getRecordPanels>
