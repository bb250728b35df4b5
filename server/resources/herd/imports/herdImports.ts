import type { ImportedNoun } from '#contract/calls/imports.ts'
import { foldElectronicTag, tagSchemes } from '#contract/values/earTags.ts'
import { toInstant } from '../../../clock.ts'
import { code, day, describeImport, id, type Imported, named, number, text } from '../../../records/import/describe.ts'
import { categoryColumn } from '../../lookups/lookupRows.ts'
import { animals } from '../animals.ts'
import { notifyOfImport } from '../collateralNotices.ts'
import { gateways, notifyOfGatewayImport } from '../gateways.ts'
import { neckbands } from '../neckbands.ts'
import { gatewayPlacesKnown, tagSchemesKnown } from './knownFields.ts'
import { judgeAnimals, judgeGateways, judgeNeckbands } from './judgeRows.ts'
import { namedAnimals, namedEntries, namedFarms, namedPens } from './namedRecords.ts'

/** Herd nouns that can be imported from spreadsheets. */
export const herdImports: Record<ImportedNoun, Imported> = {
  animals: describeImport(animals, {
    columns: {
      visualTag: id('animal.visualTag'),
      'electronicTag.scheme': code('animal.tagScheme', tagSchemes, (scheme) => `tagScheme.${scheme}`),
      'electronicTag.value': id('animal.electronicTag', foldElectronicTag),
      farmId: named('animal.farm', namedFarms),
      farmSlotId: named('animal.pen', namedPens, 'farmId'),
      categoryId: named('animal.category', namedEntries('CATEGORY')),
      breed: text('animal.breed'),
      sex: code('animal.sex', ['FEMALE', 'MALE'], (sex) => `sex.${sex}`),
      birthDate: day('animal.birthDate', 'farmId'),
      originId: named('animal.origin', namedEntries('ORIGIN')),
      colourId: named('animal.colour', namedEntries('COLOUR')),
    },
    unique: [
      { field: 'visualTag', columns: ['farm_id', 'visual_tag'] },
      { field: 'electronicTag.value', columns: ['electronic_scheme', 'electronic_tag'], acrossOwners: true },
    ],
    added: async ({ sql, now }) => ({
      in_herd_from: toInstant(now),
      placed_at: toInstant(now),
      ...(await categoryColumn({ sql, before: null, input: {} })),
    }),
    examples: {
      visualTag: ['0421', 'A-17'],
      'electronicTag.value': ['156000012345678', '982000123456789'],
      breed: ['Simmental', 'Angus'],
      birthDate: ['2024-03-05', '2023-11-20'],
    },
    known: tagSchemesKnown,
    judge: judgeAnimals,
    written: notifyOfImport,
  }),
  gateways: describeImport(gateways, {
    columns: {
      mac: id('gateway.mac'),
      name: text('gateway.name'),
      farmId: named('gateway.farm', namedFarms),
      farmSlotId: named('gateway.pen', namedPens, 'farmId'),
      longitude: number('gateway.longitude'),
      latitude: number('gateway.latitude'),
      firmware: text('gateway.firmware'),
    },
    unique: [{ field: 'mac', columns: ['mac'], owner: 'owner_org_id' }],
    examples: {
      mac: ['AC233F000001', 'AC233F000002'],
      name: ['G1', 'G2'],
      longitude: ['116.0751', '116.0763'],
      latitude: ['43.9442', '43.9450'],
      firmware: ['1.10', '1.10'],
    },
    known: gatewayPlacesKnown,
    written: notifyOfGatewayImport,
    judge: judgeGateways,
  }),
  neckbands: describeImport(neckbands, {
    columns: {
      deviceId: id('neckband.deviceId'),
      model: text('neckband.model'),
      firmware: text('gateway.firmware'),
      animalId: {
        ...named('neckband.animal', namedAnimals),
        alsoIds: ['pairing.earTag', 'animal.visualTag', 'animal.electronicTag'],
      },
    },
    examples: { deviceId: ['AC233F0000A1', '861001000719969'], model: ['N2', 'N2'], firmware: ['1.4', '1.4'] },
    // A pairing has its own history.
    saved: { fields: ['animalId'], input: (fileName) => ({ reason: fileName.slice(0, 300) }) },
    unique: [{ field: 'deviceId', columns: ['device_id'], owner: 'owner_org_id' }],
    judge: judgeNeckbands,
    added: async ({ caller }) => ({ owner_org_id: caller.organisationId }),
  }),
}
