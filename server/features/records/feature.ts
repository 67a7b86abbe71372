import * as attachments from '#contract/records/attachments.ts'
import * as tags from '#contract/records/tags.ts'
import * as contract from '#contract/records.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findActivity } from './activity.queries.ts'
import { addAttachment } from './add-attachment.ts'
import { addComment } from './add-comment.ts'
import { assignRecord } from './assign-record.ts'
import { findAttachments } from './attachments.queries.ts'
import { changeAttachment, removeAttachment, restoreAttachment } from './change-attachment.ts'
import { findComments } from './comments.queries.ts'
import { editComment } from './edit-comment.ts'
import { changeTag, deleteTag, listTags, mergeTag } from './manage-tags.ts'
import { getRecordPanels } from './panels.queries.ts'
import { searchPeople } from './people.ts'
import { recordJobs } from './records.jobs.ts'
import { removeComment } from './remove-comment.ts'
import { downloadAttachment, previewAttachment } from './send-attachment.ts'
import { addTag, removeTag, searchTags } from './tags.ts'

const routes: readonly Route[] = [
  serve(contract.getRecordPanels, getRecordPanels),
  serve(contract.listComments, findComments),
  serve(contract.addComment, addComment),
  serve(contract.editComment, editComment),
  serve(contract.removeComment, removeComment),
  serve(contract.searchPeople, searchPeople),
  serve(contract.listActivity, findActivity),
  serve(contract.assignRecord, assignRecord),
  serve(attachments.listAttachments, findAttachments),
  serve(attachments.addAttachment, addAttachment),
  serve(attachments.changeAttachment, changeAttachment),
  serve(attachments.removeAttachment, removeAttachment),
  serve(attachments.restoreAttachment, restoreAttachment),
  serve(attachments.downloadAttachment, downloadAttachment),
  serve(attachments.previewAttachment, previewAttachment),
  serve(tags.searchTags, searchTags),
  serve(tags.addTag, addTag),
  serve(tags.removeTag, removeTag),
  serve(tags.listTags, listTags),
  serve(tags.changeTag, changeTag),
  serve(tags.mergeTag, mergeTag),
  serve(tags.deleteTag, deleteTag),
]

export const feature: Feature = { routes, jobs: recordJobs }
