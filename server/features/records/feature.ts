import * as attachments from '#contract/records/attachments.ts'
import * as bulk from '#contract/records/bulk.ts'
import * as history from '#contract/records/comment-history.ts'
import * as tags from '#contract/records/tags.ts'
import * as contract from '#contract/records.ts'
import { buildBulkRoute } from '#server/core/bulk-route.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findActivity } from './activity.queries.ts'
import { addAttachment } from './add-attachment.ts'
import { addComment } from './add-comment.ts'
import { assignRecord } from './assign-record.ts'
import { findAttachments } from './attachments.queries.ts'
import { changeAttachment, removeAttachment, restoreAttachment } from './change-attachment.ts'
import { findCommentHistory } from './comment-versions.ts'
import { findComments } from './comments.queries.ts'
import { editComment } from './edit-comment.ts'
import { changeTag, deleteTag, listTags, mergeTag } from './manage-tags.ts'
import { findRecordPanels } from './panels.queries.ts'
import { pinComment } from './pin-comment.ts'
import { searchRecordViewers } from './record-viewers.ts'
import { recordJobs } from './records.jobs.ts'
import { removeComment } from './remove-comment.ts'
import { restoreComment } from './restore-comment.ts'
import { downloadAttachment, previewAttachment } from './send-attachment.ts'
import { tagRecord } from './tag-records.ts'
import { addTag, removeTag, searchTags } from './tags.ts'
import { recordTimelineBranches } from './timeline-branches.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getRecordPanels, findRecordPanels),
  buildRoute(contract.listComments, findComments),
  buildRoute(contract.addComment, addComment),
  buildRoute(contract.editComment, editComment),
  buildRoute(contract.removeComment, removeComment),
  buildRoute(contract.restoreComment, restoreComment),
  buildRoute(history.pinComment, pinComment),
  buildRoute(history.getCommentHistory, findCommentHistory),
  buildRoute(contract.searchRecordPeople, searchRecordViewers),
  buildRoute(contract.listRecordActivity, findActivity),
  buildRoute(contract.assignRecord, assignRecord),
  buildRoute(attachments.listAttachments, findAttachments),
  buildRoute(attachments.addAttachment, addAttachment),
  buildRoute(attachments.changeAttachment, changeAttachment),
  buildRoute(attachments.removeAttachment, removeAttachment),
  buildRoute(attachments.restoreAttachment, restoreAttachment),
  buildRoute(attachments.downloadAttachment, downloadAttachment),
  buildRoute(attachments.previewAttachment, previewAttachment),
  buildRoute(tags.searchTags, searchTags),
  buildRoute(tags.addTag, addTag),
  buildRoute(tags.removeTag, removeTag),
  buildBulkRoute(bulk.tagRecords, tagRecord),
  buildRoute(tags.listTags, listTags),
  buildRoute(tags.changeTag, changeTag),
  buildRoute(tags.mergeTag, mergeTag),
  buildRoute(tags.deleteTag, deleteTag),
]

export const feature: Feature = { routes, jobs: recordJobs, timeline: recordTimelineBranches }
