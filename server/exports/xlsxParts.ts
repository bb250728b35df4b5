/** The parts of an XLSX file other than its rows (ECMA-376, SpreadsheetML). */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes in the list of cell formats below. */
export const style = { title: 1, instant: 2, date: 3, quoted: 4, text: 5 } as const

const styles = `${declaration}<styleSheet xmlns="${main}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** Returns path and text of all parts except the sheets. @param sheetNames letters and digits only */
export function packageParts(sheetNames: readonly string[]): [path: string, text: string][] {
  const sheetCount = sheetNames.length
  const numbers = sheetNames.map((_, index) => index + 1)
  const each = (line: (number: number) => string) => numbers.map(line).join('')
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>` +
        `${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${contentType}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelations}"><sheets>` +
        `${each((n) => `<sheet name="${sheetNames[n - 1]}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${relations}">` +
        each(
          (n) => `<Relationship Id="rId${n}" Type="${documentRelations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        ) +
        `<Relationship Id="rId${sheetCount + 1}" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ]
}

/** Returns the start of a sheet, with a frozen title row. @param textColumns indexes of text-only columns */
export function sheetStart(columns: number, textColumns: readonly number[] = []): string {
  const texts = textColumns.map(
    (place) => `<col min="${place + 1}" max="${place + 1}" width="20" style="${style.text}" customWidth="1"/>`,
  )
  const cols = texts.length > 0 ? texts.join('') : `<col min="1" max="${columns}" width="20" customWidth="1"/>`
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols}</cols><sheetData>`
  )
}

/** Returns the end of a sheet, with filters on its titles. @param validations markup of drop-downs */
export function sheetEnd(columns: number, rows: number, validations = ''): string {
  return `</sheetData><autoFilter ref="A1:${columnName(columns)}${rows}"/>${validations}</worksheet>`
}

/** Last row of a sheet that offers choices; more rows than an import takes. */
const lastChoiceRow = 100_000

/** Returns drop-downs whose choices stand in a column of another sheet. An unknown value may still be typed: the import says what is wrong with it. */
export function choicesMarkup(choices: readonly { place: number; count: number }[], sheetName: string): string {
  const each = choices.map(({ place, count }, index) => {
    const [column, source] = [columnName(place + 1), columnName(index + 1)]
    return (
      `<dataValidation type="list" allowBlank="1" errorStyle="warning" sqref="${column}2:${column}${lastChoiceRow}">` +
      `<formula1>${sheetName}!$${source}$1:$${source}$${count}</formula1></dataValidation>`
    )
  })
  return each.length === 0 ? '' : `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}

/** Converts a column number to letters: 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const quotient = Math.floor((number - 1) / 26)
  return (quotient > 0 ? columnName(quotient) : '') + String.fromCharCode(65 + ((number - 1) % 26))
}
