import type es from '../es/records.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Follow-up',
  parts: 'Parts of the follow-up',
  panels: {
    comments: 'Comments',
  },
  loading: 'Loading…',
  comments: {
    label: 'New comment',
    placeholder: 'Write a comment. With @ you mention somebody.',
    editLabel: 'Edit the comment',
    send: 'Comment',
    save: 'Save',
    list: 'Comments, newest first',
    empty: 'No comments yet.',
    emptyHint: 'What you write is read by whoever can see this record, and by nobody else.',
    older: 'Show older ones',
    edit: 'Edit',
    remove: 'Remove',
    edited: 'edited',
    acting: 'in the view of {{cvl}}',
    removed: '{{name}} has removed this comment.',
    removeTitle: 'Remove the comment?',
    removeText: 'What it says is deleted and can’t be restored. A mark stays that there was a comment.',
    somebody: 'Somebody who has left',
    left: '{{count}} characters left',
  },
  mention: {
    label: 'People who see this record',
    found_one: '{{count}} person. Choose with the arrows.',
    found_many: '{{count}} people. Choose with the arrows.',
    found_other: '{{count}} people. Choose with the arrows.',
    nobody: 'Nobody of that name can see this record.',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    comment: {
      mentioned: {
        title: 'You were mentioned',
        text: '{{by}} mentions you in a comment on {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'You are in charge',
        text: '{{by}} has put you in charge of {{entity}}.',
      },
    },
  },
  actions: {
    comment_added: 'Comments',
    comment_edited: 'Edits a comment',
    comment_removed: 'Removes a comment',
    attachment_added: 'Uploads a document',
    attachment_changed: 'Changes the description of a document',
    attachment_removed: 'Removes a document',
    attachment_restored: 'Restores a document',
    attachment_purged: 'A removed document is deleted',
    attachment_downloaded: 'Downloads a document',
    assignment_changed: 'Changes who is in charge',
    tag_added: 'Adds a tag',
    tag_removed: 'Takes a tag off',
    tag_created: 'Creates a tag',
    tag_changed: 'Changes a tag',
    tag_merged: 'Merges two tags',
    tag_deleted: 'Deletes a tag',
  },
  entities: {
    tag: 'Tag',
  },
}
