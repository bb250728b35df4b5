/**
 * Wordings that are hard to read. docs/ENGLISH.md has the rules behind them and what to write instead. Each pattern applies to the listed kinds of
 * text.
 */
export type TextKind = 'comment' | 'title' | 'doc' | 'name'

export interface EnglishPattern {
  pattern: RegExp
  kinds: readonly TextKind[]
  /** Advice on what to write instead. */
  advice: string
}

const prose: readonly TextKind[] = ['comment', 'title', 'doc']

export const englishPatterns: readonly EnglishPattern[] = [
  { pattern: /^Of\b/, kinds: prose, advice: 'start with the subject or the verb' },
  { pattern: /^The same\b/, kinds: prose, advice: 'say what it does: a comment stands alone' },
  { pattern: /\b(?:who|whom|what|which|where|whose|how)ever\b/i, kinds: prose, advice: 'name the actor or the thing' },
  {
    pattern: /\b(?:of|for|to|by|from|with|in|at|beside|than|about) (?:what|whom?|whose)\b/i,
    kinds: prose,
    advice: 'name the thing',
  },
  { pattern: /\b(?:tells?|told|telling)\b/i, kinds: prose, advice: 'notify, emit, return, log or display' },
  {
    pattern: /\b(?:anew|besides?|meanwhile|hence|thence|upon|lest|befalls?|befell)\b/i,
    kinds: prose,
    advice: 'again, alongside, so, on',
  },
  { pattern: /\bso (?:many|much|long|often|soon)\b/i, kinds: prose, advice: 'state the number or the limit' },
  { pattern: /\b(?:is|are|was|were|has|have|had) none\b/i, kinds: prose, advice: 'does not exist, has no …' },
  { pattern: /\b(?:is|are|was|were) to be\b|\b(?:has|have|had) to\b/i, kinds: prose, advice: 'must' },
  { pattern: /\bat the (?:most|least)\b/i, kinds: prose, advice: 'at most, at least' },
  { pattern: /\bunless (?:told|said|named)\b/i, kinds: prose, advice: 'by default' },
  {
    pattern: /^(?:of|to|in|by|from|with|for|on|at|and|nor|what|who\w*|where|that|those)\b/i,
    kinds: ['title'],
    advice: 'start with a verb',
  },
  { pattern: /^(?:\S+\s+){15,}\S/, kinds: ['title'], advice: 'at most 12 words' },
  {
    pattern: /^(?:told|tell|felt|met|known|kept|held|gone|asked|wanted|here|there|then|some|rest|most|usual|least)$/,
    kinds: ['name'],
    advice: 'name the content',
  },
  {
    pattern: /^(?:tell|told|keep|kept|hold|held|take|taken)[A-Z]/,
    kinds: ['name'],
    advice: 'use the verb that states the effect: notify, save, lock …',
  },
  { pattern: /^(?:most|usual|least)[A-Z]/, kinds: ['name'], advice: 'max, default, min' },
  { pattern: /[a-z]Then$/, kinds: ['name'], advice: '…AsOf' },
]
