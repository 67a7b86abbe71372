/** The summary of a day by e-mail. */
export default {
  letter: {
    subject: 'Summary of {{date}}: {{reach}}',
    greeting: 'Hello {{name}},',
    intro: '{{sender}} sends you the summary of {{date}}. {{reach}}.',
    introOwn: 'This is the summary of {{date}} that you requested. {{reach}}.',
    action: 'Open the summary',
    scope: 'The figures are those in your scope. Client details are in Atalaya.',
  },
}
