/* The physical limit of `fast.py`: Dix Mille for two with all its usual options, random legal moves, in C.
 *
 * The same lines as the kernel plays, over the same table (read from standard input: points * 8 + winning dice
 * of every fall of one to five dice), with the game in local variables. Prints lines a second of CPU time.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TARGET = 10000, MINIMUM = 300, FALLS = 9330 };

static int32_t worth[FALLS];
static const int64_t ways[] = {1, 6, 36, 216, 1296, 7776};
static const int64_t first_fall[] = {0, 0, 6, 42, 258, 1554};
static uint64_t generator;

static inline int64_t below(int64_t count) {
    uint64_t z = generator += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (int64_t)((z ^ (z >> 31)) >> 32) * count >> 32;
}

static int64_t play(int64_t *scores) {
    int64_t lines = 1, seat, first, points = 0, left = 5, offer = 0, offer_dice = 0;
    int zeros[2] = {0, 0}, entered[2] = {0, 0}, thrown = 0;
    for (;; lines++) { /* the lowest die starts (DM-2) */
        int64_t index = below(36), a = index / 6, b = index % 6;
        if (a != b) {
            seat = first = b < a;
            break;
        }
    }
    scores[0] = scores[1] = 0;
    for (;;) {
        int can_bank = thrown && points >= MINIMUM;
        int64_t chosen = below(2 + (can_bank || offer));
        lines++;
        if (chosen == 2 && !can_bank) { /* take over (DM-14) */
            points = offer, left = offer_dice, offer = 0;
            continue;
        }
        int64_t next_offer = 0, next_dice = 0;
        if (chosen == 2) {
            if (entered[seat]) {
                scores[seat] += points;
                next_offer = points, next_dice = left;
            }
            entered[seat] = 1;
        } else {
            int64_t index = below(ways[left]);
            int32_t won = worth[first_fall[left] + (chosen ? ways[left] - 1 - index : index)];
            lines++;
            offer = 0;
            if (won) {
                points += won >> 3;
                left -= won & 7;
                left = left ? left : 5;
                thrown = 1;
                continue;
            }
            if (entered[seat] && ++zeros[seat] == 3) {
                zeros[seat] = 0;
                scores[seat] -= 500;
            }
        }
        seat = !seat;
        points = 0, left = 5, thrown = 0, offer = next_offer, offer_dice = next_dice;
        if (seat == first && (scores[0] >= TARGET || scores[1] >= TARGET))
            return lines;
    }
}

int main(int count, char **arguments) {
    int64_t lines = 0, scores[2], sum = 0;
    double seconds = count > 1 ? atof(arguments[1]) : 1;
    for (int fall = 0; fall < FALLS; fall++)
        if (scanf("%d", &worth[fall]) != 1)
            return 1;
    clock_t began = clock(), until = began + (clock_t)(seconds * CLOCKS_PER_SEC);
    do
        for (int game = 0; game < 100; game++) {
            lines += play(scores);
            sum += scores[0];
        }
    while (clock() < until);
    printf("%.0f %lld\n", lines / ((double)(clock() - began) / CLOCKS_PER_SEC), (long long)sum);
    return 0;
}
