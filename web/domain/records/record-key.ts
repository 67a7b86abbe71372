import type { Answer } from '#contract/core/endpoint.ts'
import type { getRecordPanels, RecordEntity } from '#contract/records.ts'

export type RecordKey = { entity: RecordEntity; recordId: string }
export type PanelsState = Answer<typeof getRecordPanels>
