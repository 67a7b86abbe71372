export default {
  file: 'Statements {{from}} {{to}}',
  title: 'Statements of many accounts',
  lead: 'A PDF for each account, in its client’s language, in one ZIP file. Of the accounts that moved in those days or held something when they began.',
  manager: 'Manager',
  anybody: 'Everybody',
  anyFamily: 'All',
  from: 'From',
  to: 'To',
  count_one: 'There will be {{total}} statement.',
  count_many: 'There will be {{total}} statements.',
  count_other: 'There will be {{total}} statements.',
  none: 'No account has a statement in those days.',
  tooLong_one: '{{total}} account has more than 5,000 movements and is left out: take it out as Excel from its page.',
  tooLong_many:
    '{{total}} accounts have more than 5,000 movements and are left out: take them out as Excel from their pages.',
  tooLong_other:
    '{{total}} accounts have more than 5,000 movements and are left out: take them out as Excel from their pages.',
  submit: 'Prepare the statements',
}
