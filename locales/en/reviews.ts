export default {
  title: 'Reviews',
  count_one: '{{total}} person',
  count_many: '{{total}} people',
  count_other: '{{total}} people',
  empty: 'There are no reviews with these filters.',
  emptyHint: 'Close a review meeting as held: the person moves to its stage and the next one is proposed.',
  fields: {
    person: 'Contact or client',
    stage: 'Stage',
    heldOn: 'Last review',
    dueOn: 'Due on',
    nextAt: 'Meeting planned',
    value: 'Value',
    owner: 'Manager',
    isOverdue: 'Overdue',
    overdue: 'Overdue',
    from: 'From',
    to: 'To',
  },
  stages: { r1: 'R1', r2: 'R2', r3: 'R3', r4: 'R4' },
  only: 'Overdue and not planned only',
  plan: 'Plan the next one',
  cadence: {
    action: 'Cadence',
    title: 'Review cadence',
    text: 'Months from one review to the next. Dates already proposed do not change.',
    months: 'After {{stage}}, months',
    monthsFrom: 'After {{stage}}, from {{amount}}, months',
    bad: 'Enter 1 to 60 months.',
    submit: 'Save',
    done: 'Cadence saved.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { reviews: 'Reviews' },
  actions: {
    reviews_exported: 'Exports reviews',
    settings_reviewCadence: 'Changes the review cadence',
  },
}
