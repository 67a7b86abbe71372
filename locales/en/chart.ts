export default {
  shown: { label: 'View as', chart: 'Chart', table: 'Table' },
  cut: 'Enlarge differences',
  cutNotice: 'The axis starts at {{value}}, not at zero.',
  keys: 'Use the arrow keys to read the values.',
  trend: {
    since: '{{size}} since {{date}}',
    months: '{{month}}: {{size}} against {{before}}',
    unchangedSince: 'No change since {{date}}',
    unchangedMonths: '{{month}}: no change against {{before}}',
    points: '{{points}} points',
  },
}
