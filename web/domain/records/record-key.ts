import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getRecordPanels, RecordEntity } from '#contract/records.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'

export type RecordKey = { entity: RecordEntity; recordId: string }
export type PanelsState = ResponseBody<typeof getRecordPanels>

/** A part of the panels of a record, which says there what it has done. */
export type PanelProps = { recordKey: RecordKey; state: PanelsState; messages: ResultMessages }
